import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { sdkFolder } from './consumer.ts'

/** An exported name and its declaration, on one line and without comments. */
interface Declaration {
  readonly name: string
  readonly text: string
  readonly file: string
}

interface Module {
  /** Names that the module itself declares */
  readonly own: Map<string, Declaration>
  /** Re-exported names: exported name → source module and the name there; null is the entire module */
  readonly from: Map<string, { readonly file: string; readonly name: string | null }>
  /** Modules that it re-exports completely */
  readonly all: string[]
  /** Internal names → exported names */
  readonly exported: Map<string, string>
}

const modules = new Map<string, Module>()

/** Everything that a declaration module exports, by name. */
function readDeclarations(file: string): Map<string, Declaration> {
  const declarations = new Map<string, Declaration>()
  const module = readModule(file)
  for (const inner of module.all)
    for (const [name, declaration] of readDeclarations(inner)) declarations.set(name, declaration)
  for (const [name, { file: inner, name: innerName }] of module.from) {
    const declaration =
      innerName === null
        ? { name, file: inner, text: `namespace ${name} = ${inner.split('/dist/')[1]}` }
        : readDeclarations(inner).get(innerName)
    if (declaration) declarations.set(name, { ...declaration, name })
  }
  for (const [inside, name] of module.exported) {
    const declaration = module.own.get(inside)
    if (declaration) declarations.set(name, { ...declaration, name })
  }
  return declarations
}

function readModule(file: string): Module {
  const cachedModule = modules.get(file)
  if (cachedModule) return cachedModule
  const code = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, code)
  const module: Module = { own: new Map(), from: new Map(), all: [], exported: new Map() }
  modules.set(file, module)
  const target = (source: string): string => resolve(dirname(file), source.replace(/\.[jt]s$/, '.d.ts'))
  const textOf = ({ start, end }: { start: number; end: number }): string => {
    let text = ''
    let at = start
    for (const comment of comments) {
      if (comment.start < start || comment.end > end) continue
      text += code.slice(at, comment.start)
      at = comment.end
    }
    return `${text}${code.slice(at, end)}`
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/^(export |declare )+|;$/g, '')
      .trim()
  }
  const declare = (name: string, node: { start: number; end: number }): void => {
    const earlier = module.own.get(name)
    const text = textOf(node)
    // a constant and a type of the same name, or overloads, become one line
    module.own.set(name, { name, file, text: earlier ? `${earlier.text}; ${text}` : text })
  }
  for (const statement of program.body) {
    if (statement.type === 'ExportAllDeclaration') {
      const inner = target(statement.source.value)
      if (statement.exported?.type === 'Identifier')
        module.from.set(statement.exported.name, { file: inner, name: null })
      else module.all.push(inner)
      continue
    }
    const node = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
    if (statement.type === 'ExportNamedDeclaration') {
      for (const { local, exported } of statement.specifiers) {
        if (local.type !== 'Identifier' || exported.type !== 'Identifier') continue
        if (statement.source) module.from.set(exported.name, { file: target(statement.source.value), name: local.name })
        else module.exported.set(local.name, exported.name)
      }
    }
    const names =
      node.type === 'VariableDeclaration'
        ? node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
        : 'id' in node && node.id?.type === 'Identifier'
          ? [node.id.name]
          : []
    for (const name of names) {
      declare(name, node)
      if (statement.type === 'ExportNamedDeclaration') module.exported.set(name, name)
    }
  }
  return module
}

const surfaceFile = join(sdkFolder, 'api-surface.md')

interface Door {
  readonly types: string
}

/** Entry points whose declarations are generated and long: a digest detects a change as well as the text would. */
const longDoors = new Set(['./react', './zod', './msw'])
const maxTextLength = 4000

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}

/** Everything that consumers can import, by entry point and sorted by name, from the built declarations. */
function describeSurface(): string {
  const { publishConfig } = JSON.parse(readFileSync(join(sdkFolder, 'package.json'), 'utf8')) as {
    publishConfig: { exports: Record<string, string | Door> }
  }
  const doors = Object.entries(publishConfig.exports).filter(
    (entry): entry is [string, Door] => typeof entry[1] === 'object',
  )
  const seen = new Set<string>()
  const sections = doors.map(([door, { types }]) => {
    const all = [...readDeclarations(resolve(sdkFolder, types)).values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const keyOf = ({ file, name }: Declaration): string => `${file}#${name}`
    const added = all.filter((declaration) => !seen.has(keyOf(declaration)))
    for (const declaration of added) seen.add(keyOf(declaration))
    const knownNames = all.filter((declaration) => !added.includes(declaration)).map(({ name }) => name)
    const lines = added.map(({ name, text }) =>
      longDoors.has(door) || text.length > maxTextLength ? `${name} ${digest(text)}` : text,
    )
    if (knownNames.length > 0)
      lines.push(`… and ${knownNames.length} of the names above (${digest(knownNames.join())})`)
    return `## ${door} (${all.length})\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`
  })
  return `# What @auspex/sdk exports\n\nWritten by \`node scripts/checks/package/main.ts --update\` and checked fresh in CI, so that review sees every change. Six digits are a digest of a\ndeclaration that is too long to read.\n\n${sections.join('\n')}`
}

/** Compares the committed surface with the built one, or updates it. */
export function checkSurface(update: boolean): string {
  const builtSurface = describeSurface()
  const names = builtSurface.match(/\((\d+)\)$/gm)?.reduce((sum, count) => sum + Number(count.slice(1, -1)), 0) ?? 0
  if (update) writeFileSync(surfaceFile, builtSurface)
  else if (readFileSync(surfaceFile, 'utf8') !== builtSurface)
    throw new Error(
      `${surfaceFile} is not what the SDK exports. If the change is meant: node scripts/checks/package/main.ts --update`,
    )
  return `${names} exported names are those of ${surfaceFile}`
}
