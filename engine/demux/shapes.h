// The single prefix shapes that peel() tries in turn. Private to demux/.
// Each function takes one prefix off the front of the cursor and notes what it says, or leaves both as they were.
#pragma once

#include "demux/prefix.h"
#include "text/cursor.h"

namespace firstfault::demux::shapes {

using Take = bool (*)(text::Cursor&, Prefix&);

struct Shape {
  std::string_view name;  // as docs/reading.md and --explain-reading call it
  Take take;
};

// Transport: who carried the line.
bool role_tag(text::Cursor& cursor, Prefix& prefix);     // [default3]:  local rank
bool rank_tag(text::Cursor& cursor, Prefix& prefix);     // [rank3]:  [rank 3]  [RANK 3]  [rank: 3]  (rank 3)
bool mpi_tag(text::Cursor& cursor, Prefix& prefix);      // [1,3]<stdout>:  [3]<stderr>:
bool task_label(text::Cursor& cursor, Prefix& prefix);   // " 3: " (only where the dialect says so)
bool pod_tag(text::Cursor& cursor, Prefix& prefix);      // [pod/name/container]
bool compose_bar(text::Cursor& cursor, Prefix& prefix);  // worker-1  | text
bool actor_tag(text::Cursor& cursor,
               Prefix& prefix);  // (VllmWorker rank=3 pid=268)  (Worker_TP0 pid=9260)  (X pid=1, ip=…)
bool syslog_tag(text::Cursor& cursor, Prefix& prefix);       // node12 python[4711]:  node12 kernel:  (after its time)
bool cri_tag(text::Cursor& cursor, Prefix& prefix);          // stdout F
bool host_before_tag(text::Cursor& cursor, Prefix& prefix);  // "192.0.2.81: " in front of one of the tags above

// Times in front of a line, of collectors and loggers alike.
bool time_stamp(text::Cursor& cursor, Prefix& prefix);

// Headers of loggers.
bool glog_header(text::Cursor& cursor,
                 Prefix& prefix);  // [E321 02:07:08.4 File.cpp:607]  W1106 04:43:02.06 26021 file.py:897]
bool nccl_header(text::Cursor& cursor, Prefix& prefix);  // node03:3063025:3066048 [0]
bool vllm_header(text::Cursor& cursor,
                 Prefix& prefix);  // ERROR 05-12 19:01:18 [core.py:1240]  INFO 10-14 12:32:47 worker.py:233]
bool level_word(text::Cursor& cursor, Prefix& prefix);  // INFO  [ERROR]  WARNING:logger:  | INFO     |
bool logger_fields(text::Cursor& cursor,
                   Prefix& prefix);  // [llm]  rank=1 |  llm:fit:185 -  torch.nn.parallel:  [launch.py:428:fn]
bool composer_header(text::Cursor& cursor, Prefix& prefix);  // rank0[1234][MainThread]:

}  // namespace firstfault::demux::shapes
