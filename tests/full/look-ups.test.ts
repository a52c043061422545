import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../../scripts/code-bundle.ts';

/**
 * What the server looks up by a key from outside: every object answers to `toString` and `constructor`, so a column, a field or a
 * sheet of that name finds what nobody put there. `ownValue` of the domain asks for an object's own.
 */
const asked = /\/src\/(actions|content|domain|edge|forms|kinds|publish|schema|server|view-model)\/.*\.ts$/;

function openProgram(): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const config = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.json'), {}, host);
  if (!config) throw new Error('There is no tsconfig.json');
  return ts.createProgram(config.fileNames, config.options);
}

const isText = (type: ts.Type): boolean =>
  type.isUnion()
    ? type.types.some(isText)
    : (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) !== 0;

function isTarget(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isDeleteExpression(parent)) return true;
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return false;
  const { kind } = parent.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether an expression reads what an object has, or has inherited, at a key that is any text. */
function isUnguarded(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) {
    return !ts.isStringLiteralLike(node.left) && !ts.isPrivateIdentifier(node.left);
  }
  if (!ts.isElementAccessExpression(node) || isTarget(node)) return false;
  const key = node.argumentExpression;
  if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) || !isText(checker.getTypeAtLocation(key))) return false;
  const held = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
  return !checker.isArrayLikeType(checker.getApparentType(held));
}

it('are made by ownValue or Object.hasOwn, wherever a key is any text', () => {
  const program = openProgram();
  const checker = program.getTypeChecker();
  const found: string[] = [];
  let files = 0;
  for (const file of program.getSourceFiles()) {
    const name = path.relative(root, file.fileName);
    if (!asked.test(`/${name}`) || name.endsWith('.test.ts') || name === 'src/domain/objects.ts') continue;
    files += 1;
    const look = (node: ts.Node): void => {
      if (isUnguarded(node, checker)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${name}:${line + 1} ${node.getText()}`);
      }
      ts.forEachChild(node, look);
    };
    look(file);
  }
  expect(files).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
