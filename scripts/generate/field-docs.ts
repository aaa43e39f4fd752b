import { globSync, readFileSync, writeFileSync } from 'node:fs'

const folder = 'packages/sdk/src/generated/model'
const field = /^( +)((?:\w+|'[^']+')\??: (\w+)(?:\[\])?(?: \| null)?;)$/

/**
 * Describes the fields that orval leaves undocumented because the contract only references their schema: they get the description of their type.
 * Throws if a field still has no description, which means that the contract does not describe it.
 */
export function describeFields(): void {
  const files = globSync(`${folder}/*.ts`).filter((file) => !file.endsWith('index.ts'))
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const descriptions = new Map([...texts.values()].flatMap(readDescriptions))
  const silent: string[] = []
  for (const [file, text] of texts) {
    const lines = text.split('\n')
    const described = lines.flatMap((line, index) => {
      const [, indent = '', , type = ''] = field.exec(line) ?? []
      if (type === '' || lines[index - 1]?.trimEnd().endsWith('*/')) return [line]
      const description = descriptions.get(type)
      if (description === undefined) silent.push(`${file}: ${line.trim()}`)
      return description === undefined ? [line] : [`${indent}/** ${description} */`, line]
    })
    writeFileSync(file, described.join('\n'))
  }
  if (silent.length > 0) throw new Error(`These fields have no description in the contract:\n${silent.join('\n')}`)
}

/** The types that a file exports, each with its description on one line. */
function readDescriptions(text: string): [type: string, description: string][] {
  return [...text.matchAll(/\/\*\*\n((?: \*.*\n)+?) \*\/\nexport (?:type|interface|const) (\w+)/g)].flatMap(
    ([, comment = '', type = '']): [string, string][] => {
      const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, '').trim())
      const tag = lines.findIndex((line) => line.startsWith('@'))
      const description = lines
        .slice(0, tag < 0 ? undefined : tag)
        .join(' ')
        .trim()
      return description === '' ? [] : [[type, description]]
    },
  )
}
