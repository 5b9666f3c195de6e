// Headers of Python's loggers, and what loggers put at the end of a line.
#include "peel_check.h"

using namespace firstfault;
using namespace firstfault::demux;

TEST_CASE("torchelastic's three styles") {
  check_line("WARNING:torch.distributed.elastic.multiprocessing.api:Sending process 812914 closing signal SIGTERM",
             "!warning", "Sending process 812914 closing signal SIGTERM");
  check_line("[2024-04-04 11:42:17,400] torch.distributed.elastic.multiprocessing.api: [WARNING] Sending process 1",
             "@2024-04-04 11:42:17,400 !warning", "Sending process 1");
  check_line("W1106 04:43:02.065000 26021 site-packages/torch/distributed/elastic/multiprocessing/api.py:897] Sending",
             "@1106 04:43:02.065000 !warning", "Sending");
}

TEST_CASE("Python's logging in the orders that people configure") {
  for (const char* line :
       {"2026-01-02 03:04:05,678 INFO llm: text", "2026-01-02 03:04:05,678 INFO text",
        "2026-01-02 03:04:05,678 - root - INFO - text", "2026-01-02 03:04:05,678 - INFO - __main__ - text",
        "2026-01-02 03:04:05,678 - llm.train - INFO: text", "2026-01-02 03:04:05,678 llm.train INFO text",
        "2026-01-02 03:04:05,678 [INFO] text", "2026-01-02 03:04:05,678 | INFO | fairseq.trainer | text",
        "[2026-01-02 03:04:05,678][llm][INFO] - text", "[2026-01-02 03:04:05,678][__main__][INFO] - text",
        "[2026-01-02 03:04:05,678] [    INFO] - text", "[2026-01-02 03:04:05,678 INFO a.py] text",
        "INFO 2026-01-02 03:04:05,678 llm: text", "[INFO|trainer.py:2078] 2026-01-02 03:04:05,678 >> text"})
    check_line(line, "@2026-01-02 03:04:05,678 !info", "text");
  check_line("INFO:torchtune.utils._logging:text", "!info", "text");
  check_line("[ERROR] text", "!error", "text");
  check_line("2024/05/01 12:00:00 INFO mlflow.tracking.client: text", "@2024/05/01 12:00:00 !info", "text");
  check_line("05/01/2024 12:00:00 - WARNING - __main__ - text", "@05/01/2024 12:00:00 !warning", "text");
  check_line("2024/05/01 12:00:00 - mmengine - ERROR - text", "@2024/05/01 12:00:00 !error", "text");
  check_line("24/05/01 12:00:00 INFO Executor: text", "@24/05/01 12:00:00 !info", "Executor: text");
  check_line("2026-01-02 03:04:05,678 INFO step: 3", "@2026-01-02 03:04:05,678 !info", "step: 3");
}

TEST_CASE("accelerate and loguru put the rank into the message") {
  check_line("05/01/2024 12:00:00 - INFO - __main__ - [RANK 1] text", "rank 1 @05/01/2024 12:00:00 !info", "text");
  check_line("2024-05-01 12:00:00.123 | INFO     | mod:func:42 - text", "@2024-05-01 12:00:00.123 !info", "text");
  check_line("2024-05-01 12:00:00,123 rank=2 ERROR training stopped", "rank 2 @2024-05-01 12:00:00,123 !error",
             "training stopped");
  check_line("(TrainWorker pid=11371) 2024-05-01 12:00:00,123 local_rank=1 [INFO] step 2",
             "local 1, pid 11371 @2024-05-01 12:00:00,123 !info", "step 2");
  check_line("2024-05-01 12:00:00,123 rank=2 is slow", "@2024-05-01 12:00:00,123", "rank=2 is slow");
  check_line("2024-05-01 12:00:00,123 INFO rank=2 ERROR", "@2024-05-01 12:00:00,123 !info", "rank=2 ERROR");
  check_line("2024-05-01 12:00:00.123 | INFO     | rank=1 | mod:func:42 - text",
             "rank 1 @2024-05-01 12:00:00.123 !info", "text");
}

TEST_CASE("DeepSpeed's launcher names the place in a third bracket") {
  check_line("[2023-09-10 11:45:59,207] [INFO] [launch.py:428:sigkill_handler] Killing subprocess 6293",
             "@2023-09-10 11:45:59,207 !info", "Killing subprocess 6293");
}

TEST_CASE("NeMo, composer, submitit, gunicorn, TensorRT-LLM") {
  check_line("[NeMo I 2024-05-01 12:00:00 exp_manager:400] text", "@2024-05-01 12:00:00 !info", "text");
  check_line("[NeMo W 2024-05-01 12:00:00 module:12 rank:3] text", "rank 3 @2024-05-01 12:00:00 !warning", "text");
  check_line("2026-01-01 10:00:00,123: rank0[1234][MainThread]: INFO: composer.trainer: text",
             "rank 0, pid 1234 @2026-01-01 10:00:00,123 !info", "text");
  check_line("submitit WARNING (2021-03-15 17:50:23,701) - Bypassing signal 15", "@2021-03-15 17:50:23,701 !warning",
             "Bypassing signal 15");
  check_line("WARNING:submitit:Bypassing signal 15", "!warning", "Bypassing signal 15");
  check_line("[2024-05-01 12:00:00 +0000] [4711] [INFO] text", "pid 4711 @2024-05-01 12:00:00 +0000 !info", "text");
  check_line("[TensorRT-LLM][ERROR] text", "!error", "text");
  check_line("[01/02/2024-12:00:00] [TRT-LLM] [E] text", "@01/02/2024-12:00:00 !error", "text");
}

TEST_CASE("rich leaves a repeated time blank and puts the place at the right edge") {
  check_line("[05/01/24 12:00:00] INFO     text                           train.py:42", "@05/01/24 12:00:00 !info",
             "text");
  check_line("                    WARNING  text                           train.py:43", "!warning", "text");
  check_line("[12:00:00] ERROR    text                                    train.py:44", "@12:00:00 !error", "text");
  check_text("                             text of the line before");
  check_text("    INFO     text");
}

TEST_CASE("structlog and logfmt name rank and host as keys") {
  check_line("2024-05-01 12:00:00 [info     ] event                          key=value", "@2024-05-01 12:00:00 !info",
             "event                          key=value");
  check_line("2024-05-01 12:00:00 [error    ] lost                           host=node03 local_rank=1 rank=9",
             "rank 9, local 1, node node03 @2024-05-01 12:00:00 !error",
             "lost                           host=node03 local_rank=1 rank=9");
  check_line("2024-05-01 12:00:00 [info     ] step 0    rank=12024-05-01 12:00:00 [info     ] step 0    rank=2",
             "@2024-05-01 12:00:00 !info", "step 0    rank=12024-05-01 12:00:00 [info     ] step 0    rank=2");
  check_line("time=2024-05-01T12:00:00Z level=error msg=\"out of memory\" rank=3 pod=train-0",
             "rank 3, node train-0 @2024-05-01T12:00:00Z !error", "out of memory");
  check_line("level=warn ts=2024-05-01T12:00:00Z msg=slow local_rank=2", "local 2 @2024-05-01T12:00:00Z !warning",
             "slow");
  check_text("level=error rank=3");
  check_text("time=12 loss=0.5");
  check_text("level=high msg=x");
  check_text("loss=0.5 rank=3");
}

TEST_CASE("RETURNN's device stands at the end of its line") {
  check_line("ep 272 train, step 341, mem_usage:cuda:2 7.5GB", "device 2",
             "ep 272 train, step 341, mem_usage:cuda:2 7.5GB");
  check_text("mem_usage:cuda:2 is 7.5GB large, they say, of 80 GB or so");
}

TEST_CASE("an exception in a log record keeps its type") {
  CHECK(peel("2026-01-02 03:04:05,678 ERROR RuntimeError: x", {}).text == "RuntimeError: x");
  CHECK(peel("ERROR:root:ValueError: x", {}).text == "ValueError: x");
  CHECK(peel("2026-01-02 03:04:05,678 - root - ERROR - ValueError: x", {}).text == "ValueError: x");
}

TEST_CASE("words that are no levels") {
  for (const char* line : {"INFO-theory", "INFORMATION: x", "Error: text", "error: text", "[error] text", "[E] text",
                           "| loss | 0.3 |", "- a list", "- INFO", "ERRORS ERROR", "got ERROR from x", "[llm] text"})
    check_text(line);
  check_line("2026-01-02 03:04:05,678 got ERROR from x", "@2026-01-02 03:04:05,678", "got ERROR from x");
}
