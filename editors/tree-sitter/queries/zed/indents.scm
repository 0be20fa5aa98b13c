; Written by `npm run generate` from src/dsl/ast/words.ts.
(_ "{" "}" @end) @indent
(_ "[" "]" @end) @indent
(_ "(" ")" @end) @indent
