; Written by `npm run generate` from src/dsl/ast/words.ts.
[(source_file) (function)] @local.scope
(parameters (identifier) @local.definition.parameter)
(definition name: (identifier) @local.definition.var)
(let name: (identifier) @local.definition.var)
(function name: (identifier) @local.definition.var)
(table name: (identifier) @local.definition.var)
(solve name: (identifier) @local.definition.var)
(identifier) @local.reference
