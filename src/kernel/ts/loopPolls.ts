import type ts from "typescript";

/**
 * Name of the function with which a cell polls for an interrupt (`executor.ts` defines it). Every loop
 * iteration and every function of a cell starts by calling it.
 */
export const POLL = "__dtpPoll";

/**
 * Code transformation that lets an endless cell be stopped cleanly: the cell's loops and functions poll for
 * an interrupt. It works while the thread is busy, in code that awaits, and on systems without signals.
 */
export function loopPolls(compiler: typeof ts): ts.TransformerFactory<ts.SourceFile> {
  const { factory } = compiler;
  const call = () => factory.createCallExpression(factory.createIdentifier(POLL), undefined, []);
  const polled = (body: ts.Statement): ts.Statement =>
    compiler.isBlock(body)
      ? factory.updateBlock(body, [factory.createExpressionStatement(call()), ...body.statements])
      : factory.createBlock([factory.createExpressionStatement(call()), body]);

  return (context) => {
    const visit = (node: ts.Node): ts.Node => {
      const inner = compiler.visitEachChild(node, visit, context);
      if (compiler.isWhileStatement(inner))
        return factory.updateWhileStatement(inner, inner.expression, polled(inner.statement));
      if (compiler.isDoStatement(inner))
        return factory.updateDoStatement(inner, polled(inner.statement), inner.expression);
      if (compiler.isForStatement(inner))
        return factory.updateForStatement(
          inner,
          inner.initializer,
          inner.condition,
          inner.incrementor,
          polled(inner.statement),
        );
      if (compiler.isForOfStatement(inner))
        return factory.updateForOfStatement(
          inner,
          inner.awaitModifier,
          inner.initializer,
          inner.expression,
          polled(inner.statement),
        );
      if (compiler.isForInStatement(inner))
        return factory.updateForInStatement(
          inner,
          inner.initializer,
          inner.expression,
          polled(inner.statement),
        );
      if (compiler.isBlock(inner) && isFunction(compiler, node.parent)) return polled(inner);
      if (compiler.isArrowFunction(inner) && !compiler.isBlock(inner.body))
        return factory.updateArrowFunction(
          inner,
          inner.modifiers,
          inner.typeParameters,
          inner.parameters,
          inner.type,
          inner.equalsGreaterThanToken,
          factory.createParenthesizedExpression(factory.createComma(call(), inner.body)),
        );
      return inner;
    };
    return (file) => compiler.visitEachChild(file, visit, context);
  };
}

/**
 * True for a function whose body can begin with a poll. Constructors are left out, because their body may
 * have to begin with `super`.
 */
function isFunction(compiler: typeof ts, node: ts.Node | undefined): boolean {
  return (
    node !== undefined &&
    (compiler.isFunctionDeclaration(node) ||
      compiler.isFunctionExpression(node) ||
      compiler.isArrowFunction(node) ||
      compiler.isMethodDeclaration(node))
  );
}
