; Written by `npm run generate` from src/dsl/ast/words.ts.
("{" @open "}" @close)
("[" @open "]" @close)
("(" @open ")" @close)
