// Actors of Ray and processes of serving engines.
#include "peel_check.h"

using namespace firstfault;
using namespace firstfault::demux;

TEST_CASE("Ray names actor and pid, and the address of a node that is not the driver's") {
  check_line("(RayWorkerWrapper pid=4009, ip=10.0.0.2) text", "pid 4009, node 10.0.0.2", "text");
  check_line("(TorchTrainer pid=89392) text", "pid 89392", "text");
  check_line("(pid=4009, ip=10.0.0.2) text", "pid 4009, node 10.0.0.2", "text");
  check_line("(main_task pid=12)   File \"a.py\", line 1, in f", "pid 12", "  File \"a.py\", line 1, in f");
  check_line("(ServeReplica:default:VLLM pid=12) text", "pid 12", "text");
  check_line("(MapBatches(Model) pid=12) text", "pid 12", "text");
  check_line("(RayTrainWorker pid=3041, ip=fe80::2) [rank1]: text", "rank 1, pid 3041, node fe80::2", "text");
  check_line("(raylet) text", "", "text");
  check_line("(raylet, ip=10.0.0.2) text", "node 10.0.0.2", "text");
  check_line("(autoscaler +1m2s) text", "", "text");
  check_line("(aB3WorkerDict_0:1 pid=12) text", "local 1, pid 12", "text");
  CHECK(peel("(RayWorkerWrapper pid=4009, ip=10.0.0.2) text", {}).prefix.tag ==
        "(RayWorkerWrapper pid=4009, ip=10.0.0.2)");
}

TEST_CASE("lines that Ray merged name how many, and that is no text of theirs") {
  check_line("(X pid=1) RuntimeError: x [repeated 2x across cluster]", "pid 1, repeated 2", "RuntimeError: x");
  check_line(
      "(X pid=1) step 3 [repeated 15x across cluster] (Ray deduplicates logs by default. Set RAY_DEDUP_LOGS=0 to "
      "disable log deduplication, or see https://docs.ray.io/en/master/ray-observability for more options.)",
      "pid 1, repeated 15", "step 3");
  check_line("[36m(X pid=1)[0m step 3[32m [repeated 2x across cluster][0m", "pid 1, repeated 2", "step 3");
  check_text("text [repeated 2x]");
  check_text("text [repeated x across cluster]");
  check_text("[repeated 2x across cluster] text");
}

TEST_CASE("colour codes that lost their escape are taken off") {
  check_line("[36m(RayWorkerWrapper pid=4009)[0m text", "pid 4009", "text");
  check_line("[2m[36m(pid=4009)[0m text", "pid 4009", "text");
}

TEST_CASE("vLLM's workers: a tensor-parallel rank is the rank where nothing counts from 0 again") {
  check_line("(VllmWorkerProcess pid=2421) ERROR 10-14 12:32:47 multiproc_worker_utils.py:233] text",
             "pid 2421 @10-14 12:32:47 !error", "text");
  check_line("(VllmWorker rank=3 pid=268) ERROR 05-12 19:01:18 [core.py:1240] text",
             "rank 3, pid 268 @05-12 19:01:18 !error", "text");
  check_line("(VllmWorker TP3 pid=432) text", "rank 3, pid 432", "text");
  check_line("(Worker_TP0 pid=9260) text", "rank 0, pid 9260", "text");
  check_line("(Worker_PP0_TP1 pid=9260) text", "rank 1, pid 9260", "text");
  check_line("(Worker_PP1_TP1 pid=9260) text", "pid 9260", "text");
  check_line("(Worker_DP1_TP0_EP4 pid=9260) text", "pid 9260", "text");
  check_line("(VllmWorker-1 pid=9260) text", "local 1, pid 9260", "text");
  for (const char* line : {"(EngineCore_DP0 pid=7) text", "(EngineCore pid=7) text", "(APIServer pid=7) text",
                           "(ApiServer_0 pid=7) text", "(EngineCore_0 pid=7) text"})
    check_line(line, "pid 7", "text");
}

TEST_CASE("TGI's launcher names the shard behind the text") {
  check_line(
      "2023-10-05T23:40:07.398435Z ERROR shard-manager: text_generation_launcher: Shard complete standard error "
      "output: rank=1",
      "rank 1 @2023-10-05T23:40:07.398435Z !error", "Shard complete standard error output:");
  check_line("2023-10-05T23:40:07.398435Z  INFO text_generation_launcher: Starting",
             "@2023-10-05T23:40:07.398435Z !info", "Starting");
  check_line("2023-10-05T23:40:07.398435Z ERROR llm: waits for rank=1", "@2023-10-05T23:40:07.398435Z !error",
             "waits for rank=1");
}

TEST_CASE("brackets that are no actors") {
  for (const char* line : {"(3 retries) text", "(see pid) text", "(X pid=) text", "(X pid=1 text",
                           "(local_rank=1, x) text", "(autoscaler) text", "(pid=1, ip=10.0.0.2, actor_id=ab12) text",
                           "(X pid=1, ip=10.0.0.2, actor_id=ab12, repr=<X>) text", "(it died) with (pid=1) text"})
    check_text(line);
}
