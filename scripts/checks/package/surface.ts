import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Declaration, readDeclarations } from './declarations.ts'
import { sdkFolder } from './pack.ts'

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
export function describeSurface(): string {
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
