; Written by `npm run generate` from src/dsl/ast/words.ts.
(definition kind: _ @context name: (identifier) @name) @item
(let . _ @context name: (identifier) @name) @item
(function . _ @context name: (identifier) @name) @item
(table . _ @context name: (identifier) @name) @item
(solve . _ @context name: (identifier) @name) @item
