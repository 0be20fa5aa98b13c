; Written by `npm run generate` from src/dsl/ast/words.ts.
[(source_file) (function)] @local.scope
(parameters (identifier) @local.definition.variable.parameter)
(definition name: (identifier) @local.definition.variable)
(let name: (identifier) @local.definition.variable)
(function name: (identifier) @local.definition.variable)
(table name: (identifier) @local.definition.variable)
(solve name: (identifier) @local.definition.variable)
(identifier) @local.reference
