#include "analysis/merge.h"

#include <iterator>

namespace firstfault::analysis {
namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

parse::Facts merge(std::vector<parse::Facts> parts) {
  parse::Facts all;
  for (auto& part : parts) {
    const parse::StreamIndex shift = all.streams.size();
    for (auto& failure : part.failures) failure.stream += shift;
    for (auto& mark : part.marks) mark.stream += shift;
    for (auto& reading : part.readings) reading.stream += shift;
    for (auto& [stream, trails] : part.trails) all.trails.emplace(stream + shift, std::move(trails));
    all.local_to_global.merge(part.local_to_global);
    append(all.inputs, part.inputs);
    append(all.streams, part.streams);
    append(all.failures, part.failures);
    append(all.exits, part.exits);
    append(all.closed, part.closed);
    append(all.marks, part.marks);
    append(all.elastic_failures, part.elastic_failures);
    append(all.notes, part.notes);
    append(all.readings, part.readings);
    all.several_nodes = all.several_nodes || part.several_nodes;
  }
  return all;
}

}  // namespace firstfault::analysis
