; Written by `npm run generate` from src/dsl/ast/words.ts.
[(record) (list) (columns) (checks) (call) (parenthesized)] @indent.begin
["}" "]" ")"] @indent.branch @indent.end
