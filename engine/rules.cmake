# The rules: a core library, the host tool that turns rules/**/*.jsonc into constant tables, and ff_rules with both.
file(GLOB rules_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/rules/*.cpp)
set(rules_with_table ${CMAKE_CURRENT_SOURCE_DIR}/rules/builtin.cpp ${CMAKE_CURRENT_SOURCE_DIR}/rules/active.cpp)
list(REMOVE_ITEM rules_sources ${rules_with_table})

add_library(ff_rules_core STATIC ${rules_sources})
target_include_directories(ff_rules_core PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(ff_rules_core PUBLIC firstfault_options ff_model ff_scan ${RE2_LIBRARY} Threads::Threads PRIVATE nlohmann_json::nlohmann_json)

file(GLOB rulec_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/rules/tool/*.cpp)
add_executable(firstfault-rulec ${rulec_sources})
target_link_libraries(firstfault-rulec PRIVATE ff_rules_core ff_output ff_syntax)
set_target_properties(firstfault-rulec PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

# Broken rule files end the build here, with file:line:col: every check runs, those of the examples too.
file(GLOB_RECURSE rule_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rules/signatures/*.jsonc ${PROJECT_SOURCE_DIR}/rules/causes/*.jsonc)
set(rules_table ${CMAKE_CURRENT_BINARY_DIR}/builtin_table.cpp)
add_custom_command(
  OUTPUT ${rules_table}
  COMMAND firstfault-rulec --table ${rules_table} rules
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  DEPENDS firstfault-rulec ${rule_files}
  COMMENT "Compiling the rules"
  VERBATIM)

add_library(ff_rules STATIC ${rules_with_table} ${rules_table})
target_link_libraries(ff_rules PUBLIC ff_rules_core)
