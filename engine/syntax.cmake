# ff_syntax with tree-sitter-python from grammars/
add_subdirectory(${PROJECT_SOURCE_DIR}/grammars/python ${PROJECT_BINARY_DIR}/grammars/python)
firstfault_layer(syntax USES ff_model tree_sitter_python)
