// Tags of mpirun, prterun, horovodrun, SageMaker and srun.
#include "demux/dialect.h"
#include "peel_check.h"

using namespace firstfault;
using namespace firstfault::demux;

namespace {

Dialect labelled() {
  Dialect dialect;
  dialect.task_labels = true;
  return dialect;
}

void check_labelled(const std::string& line, const std::string& said, const std::string& text) {
  const PeeledLine peeled = peel(line, labelled());
  INFO(line);
  CHECK(seen(peeled) == said);
  CHECK(peeled.text == text);
}

}  // namespace

TEST_CASE("mpirun's tag is the world rank") {
  check_line("[1,12]<stdout>:text", "rank 12", "text");
  check_line("[1,0]<stderr>:text", "rank 0", "text");
  check_line("[1,0]<stddiag>:text", "rank 0", "text");
  check_line("[1,0]<stderr>:  File \"a.py\", line 1, in f", "rank 0", "  File \"a.py\", line 1, in f");
  check_line("[1,2]<stderr>:[rank2]: text", "rank 2", "text");
}

TEST_CASE("Open MPI 5 puts a blank behind its tag, and host and pid or a job's name into it") {
  check_line("[1,12]<stdout>: text", "rank 12", "text");
  check_line("[1,12]<stderr>:   File \"a.py\", line 1, in f", "rank 12", "  File \"a.py\", line 1, in f");
  check_line("[1,12]<stderr>:     main()", "rank 12", "    main()");
  check_line("[1,12][node03:4711]<stdout>: text", "rank 12, pid 4711, node node03", "text");
  check_line("[1,12][fe80::1:4711]<stdout>: text", "rank 12, pid 4711, node fe80::1", "text");
  check_line("[prterun-node01-23457@1,2]<stdout>: text", "rank 2", "text");
}

TEST_CASE("an input shows on other lines whether mpirun puts a blank behind its tag") {
  const Dialect open_mpi_5 = sniff({"[1,0]<stderr>: Traceback (most recent call last):", "[1,0]<stderr>:     main()"});
  const Dialect open_mpi_4 = sniff({"[1,0]<stderr>:Traceback (most recent call last):", "[1,0]<stderr>:    main()"});
  const Dialect frames = sniff({"[1,0]<stderr>:  File \"a.py\", line 1, in f", "[1,0]<stderr>:    main()"});
  CHECK(open_mpi_5.blank_behind_mpi_tag == true);
  CHECK(open_mpi_4.blank_behind_mpi_tag == false);
  CHECK(frames.blank_behind_mpi_tag == std::nullopt);
  CHECK(peel("[1,0]<stderr>:         ^^^^", open_mpi_5).text == "        ^^^^");
  CHECK(peel("[1,0]<stderr>:         ^^^^", open_mpi_4).text == "         ^^^^");
  CHECK(peel("[1,0]<stderr>:         ^^^", open_mpi_5).text == "        ^^^");
}

TEST_CASE("times of mpirun and horovodrun stand in front of the tag or in its place") {
  check_line("Tue Mar  5 10:11:12 2024[0]<stderr>:text", "rank 0 @Tue Mar  5 10:11:12 2024", "text");
  check_line("Tue Mar  5 10:11:12 2024[1,3]<stderr>:text", "rank 3 @Tue Mar  5 10:11:12 2024", "text");
  check_line("Tue Mar  5 10:11:12 2024<stdout>:text", "@Tue Mar  5 10:11:12 2024", "text");
  check_line("[Tue Mar  5 10:11:12 2024]<stdout>: text", "@Tue Mar  5 10:11:12 2024", "text");
  CHECK_FALSE(peel("[Tue Mar  5 10:11:12 2024]<stdout>: text", {}).prefix.record);
  check_line("[3]<stderr>:text", "rank 3", "text");
}

TEST_CASE("SageMaker computes its host from the rank: it is no node") {
  check_line("[1,mpirank:5,algo-2]<stdout>:text", "rank 5", "text");
}

TEST_CASE("lines of one process share a tag, whatever its stream") {
  CHECK(peel("[1,3]<stdout>:text", {}).prefix.tag == "[1,3]");
  CHECK(peel("[1,3]<stderr>:text", {}).prefix.tag == "[1,3]");
}

TEST_CASE("brackets and marks that are no tags of mpirun") {
  for (const char* line : {"[1,12] items", "[1,12]<b>text", "<stdout>:text", "[1,x]<stdout>:text", "[1,2][3]<stdout>:x",
                           "[[50371,1],0] is a process name", "[3] text", "3: text"})
    check_text(line);
}

TEST_CASE("srun's label is the task: a rank where the line says nothing better") {
  check_labelled(" 3: text", "rank 3", "text");
  check_labelled("12:   File \"a.py\", line 1, in f", "rank 12", "  File \"a.py\", line 1, in f");
  check_labelled("0: [rank 0] text", "rank 0", "text");
  check_labelled("1: [default3]:text", "local 3", "text");
  check_labelled("1: [rank9]: text", "rank 9", "text");
  CHECK(peel("1: [default3]:text", labelled()).prefix.task == 1);
}

TEST_CASE("processes that share a task are told apart by their own tag") {
  CHECK(peel("1: [default3]:text", labelled()).prefix.tag == "1: [default3]:");
  CHECK(peel("1: [rank9]: text", labelled()).prefix.tag == "1: [rank9]:");
  CHECK(peel("3: [rank3]: text", labelled()).prefix.tag == "3:");
  CHECK(peel("3: text", labelled()).prefix.tag == "3:");
}

TEST_CASE("each component of a heterogeneous job counts its tasks from 0") {
  check_labelled("P0  3: text", "rank 3", "text");
  check_labelled("P1  3: text", "", "text");
  CHECK(peel("P1  3: text", labelled()).prefix.tag == "P1  3:");
}

TEST_CASE("Slurm's own messages carry a label and are not said by that task") {
  check_labelled("0: slurmstepd: error: *** STEP 1.0 CANCELLED ***", "",
                 "slurmstepd: error: *** STEP 1.0 CANCELLED ***");
  check_labelled("0: srun: error: node1: task 3: Killed", "", "srun: error: node1: task 3: Killed");
  check_labelled("srun: error: node1: task 3: Killed", "", "srun: error: node1: task 3: Killed");
  check_text("srun: error: node1: tasks 0-2,5: Terminated");
}
