// The prefix shapes that peel() tries: what each looks like, and the two tables of them. Private to demux/.
// A shape takes one prefix off the front of the cursor and notes what it says, or leaves both as they were.
#pragma once

#include "demux/prefix.h"
#include "text/cursor.h"

namespace firstfault::demux::shapes {

/// Takes the first shape off that fits. Its name as docs/reading.md and --explain-reading have it; empty if none fits.
std::string_view take_transport(text::Cursor& cursor, Prefix& prefix);  // who carried the line
std::string_view take_header(text::Cursor& cursor, Prefix& prefix);     // who logged it

// Launchers and the framework (shapes_transport.cpp).
bool role_tag(text::Cursor& cursor, Prefix& prefix);         // [default3]:  local rank
bool rank_tag(text::Cursor& cursor, Prefix& prefix);         // [rank3]:  [rank 3]  [RANK 3]  [rank: 3]  (rank 3)
bool rank_bar(text::Cursor& cursor, Prefix& prefix);         // rank 3 | text
bool template_tag(text::Cursor& cursor, Prefix& prefix);     // "[3]:" in front of "[rank3]:"
bool host_before_tag(text::Cursor& cursor, Prefix& prefix);  // "192.0.2.81: " in front of one of the tags above
bool bench_tag(text::Cursor& cursor, Prefix& prefix);        // bench.node.tag [stderr] text (milabench)
bool colour_rest(text::Cursor& cursor, Prefix& prefix);      // "[36m(": a colour code that lost its escape

// mpirun, horovodrun, srun (shapes_mpi.cpp).
inline constexpr std::string_view kMpiTag = "mpi tag";
bool mpi_tag(text::Cursor& cursor, Prefix& prefix);      // [1,3]<stdout>:  [1,3][host:pid]<stderr>:  [3]<stderr>:
bool stream_mark(text::Cursor& cursor, Prefix& prefix);  // "<stdout>:" behind a time
bool task_label(text::Cursor& cursor, Prefix& prefix);   // " 3: " (only where the dialect says so)

// Pods, containers, hosts (shapes_container.cpp).
bool pod_tag(text::Cursor& cursor, Prefix& prefix);        // [pod/name/container]
bool kubetail_tag(text::Cursor& cursor, Prefix& prefix);   // [train-worker-3 pytorch]
bool compose_bar(text::Cursor& cursor, Prefix& prefix);    // worker-1  | text
bool replica_tag(text::Cursor& cursor, Prefix& prefix);    // workerpool0-1 text
bool severity_time(text::Cursor& cursor, Prefix& prefix);  // ERROR 2024-05-01T12:00:00Z workerpool0-1 text
bool syslog_tag(text::Cursor& cursor, Prefix& prefix);     // node12 python[4711]:  node12 kernel:  (after its time)
bool priority_tag(text::Cursor& cursor, Prefix& prefix);  // <13>May 10 …  <165>1 2003-10-11T22:14:15.003Z host app …
bool cri_tag(text::Cursor& cursor, Prefix& prefix);       // stdout F
bool determined_tag(text::Cursor& cursor, Prefix& prefix);  // fa88a9df [rank=3] ||

// Times in front of a line, of collectors and loggers alike (shapes_time.cpp).
bool time_stamp(text::Cursor& cursor, Prefix& prefix);     // 2026-01-02 03:04:05,678  [… TP1]  May 10 17:16:33
bool cjk_time(text::Cursor& cursor, Prefix& prefix);       // 【2025-09-25 14:27:49】
bool named_time(text::Cursor& cursor, Prefix& prefix);     // [titan] 2025-08-22 07:53:13,007
bool uptime(text::Cursor& cursor, Prefix& prefix);         // [12345.678901] (the kernel's)
bool kernel_level(text::Cursor& cursor, Prefix& prefix);   // kern  :err   : [
bool notebook_time(text::Cursor& cursor, Prefix& prefix);  // 704.7s<tab>1468<tab>

/// A time that ends the line, and the text before it.
struct EndTime {
  std::string_view text;
  std::string_view time;
};
[[nodiscard]] std::optional<EndTime> time_at_end(std::string_view line);

// C++ code and communication libraries (shapes_collective.cpp).
bool glog_header(text::Cursor& cursor, Prefix& prefix);  // [E321 02:07:08.4 File.cpp:607]  W1106 04:43:02.06 1 a.py:9]
bool nccl_header(text::Cursor& cursor, Prefix& prefix);  // node03:3063025:3066048 [0]
bool oneccl_header(text::Cursor& cursor, Prefix& prefix);  // 2024:06:20-15:22:17:(3120841) |CCL_ERROR|
bool ascend_header(text::Cursor& cursor, Prefix& prefix);  // [ERROR] 2025-12-29-13:22:34 (PID:366, Device:7, RankID:-1)
bool ascend_runtime_header(text::Cursor& cursor,
                           Prefix& prefix);  // [ERROR] HCCL(366,python3):2025-12-29-13:22:34.123.456
/// "[PG ID 5 PG GUID 83(NAME) Rank 1]" is read and stays, since signatures know it as text.
void note_group(std::string_view text, Prefix& prefix);

// Serving (shapes_serving.cpp).
bool actor_tag(text::Cursor& cursor, Prefix& prefix);    // (VllmWorker rank=3 pid=268)  (X pid=1, ip=…)  (raylet)
bool vllm_header(text::Cursor& cursor, Prefix& prefix);  // ERROR 05-12 19:01:18 [core.py:1240]

// Python's loggers (shapes_logger.cpp).
bool level_word(text::Cursor& cursor, Prefix& prefix);       // INFO  [ERROR]  WARNING:logger:  | INFO     |
bool name_then_level(text::Cursor& cursor, Prefix& prefix);  // - root - INFO -   torch.distributed.run: [WARNING]
bool bracketed_name_then_level(text::Cursor& cursor, Prefix& prefix);  // [TensorRT-LLM][ERROR]
bool logger_fields(text::Cursor& cursor, Prefix& prefix);        // [llm]  rank=1 |  llm:fit:185 -  torch.nn.parallel:
bool composer_header(text::Cursor& cursor, Prefix& prefix);      // rank0[1234][MainThread]:
bool nemo_header(text::Cursor& cursor, Prefix& prefix);          // [NeMo W 2024-05-01 12:00:00 module:12 rank:3]
bool transformers_header(text::Cursor& cursor, Prefix& prefix);  // [INFO|trainer.py:2078] 2024-05-01 12:00:00,123 >>
bool submitit_header(text::Cursor& cursor, Prefix& prefix);      // submitit WARNING (2021-03-15 17:50:23,701) -

// At the end of a line (shapes_end.cpp).
bool logfmt_line(text::Cursor& cursor, Prefix& prefix);  // time=… level=error msg="text" rank=3
/// Without Ray's " [repeated 2x across cluster]".
[[nodiscard]] std::string_view without_repeat(std::string_view line, Prefix& prefix);
/// What a logger of this make puts behind its text.
[[nodiscard]] std::string_view read_end(std::string_view text, Prefix& prefix);

}  // namespace firstfault::demux::shapes
