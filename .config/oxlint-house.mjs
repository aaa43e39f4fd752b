/** Rules of the house that no published plugin has (docs/words.md, "How names are made"). */

const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'

/** The declaration of a module-level statement, exported or not. */
const declarationOf = (statement) =>
  (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
    ? statement.declaration
    : statement) ?? statement

/** Functions of a module's top level are written in one form: `declaration` or `arrow`. Those inside functions are free. */
const functionForm = {
  meta: { schema: [{ enum: ['declaration', 'arrow'] }] },
  create(context) {
    const [form = 'declaration'] = context.options
    const checkConstants = (declaration) => {
      for (const { id, init } of declaration.declarations)
        // a constant with a type has its signature from there, which a declaration cannot say
        if (isFunction(init) && id.typeAnnotation == null)
          context.report({ node: id, message: 'Here a function of a module is a function declaration (docs/words.md)' })
    }
    const checkDeclaration = (declaration) => {
      // no arrow function is a generator
      if (!declaration.generator)
        context.report({
          node: declaration.id ?? declaration,
          message: 'Here a function of a module is a constant with an arrow function (docs/words.md)',
        })
    }
    return {
      Program(program) {
        for (const declaration of program.body.map(declarationOf)) {
          if (form === 'declaration' && declaration.type === 'VariableDeclaration') checkConstants(declaration)
          if (form === 'arrow' && declaration.type === 'FunctionDeclaration') checkDeclaration(declaration)
        }
      },
    }
  },
}

/** Constants are written like every other name. */
const constantCase = {
  create: (context) => ({
    Program(program) {
      for (const declaration of program.body.map(declarationOf)) {
        if (declaration.type !== 'VariableDeclaration') continue
        for (const { id } of declaration.declarations)
          if (id.type === 'Identifier' && /^[A-Z][A-Z0-9_]+$/.test(id.name))
            context.report({ node: id, message: 'A constant is written in camelCase (docs/words.md)' })
      }
    },
  }),
}

export default {
  meta: { name: 'house' },
  rules: { 'function-form': functionForm, 'constant-case': constantCase },
}
