import { globSync, readFileSync } from 'node:fs'

const client = 'packages/sdk/src/generated/client'

/** A function of the generated client, as it appears in its file. */
export interface ClientFunction {
  readonly name: string
  /** Its doc comment */
  readonly doc: string
  /** Its parameters without the options */
  readonly parameters: readonly string[]
  readonly kind: 'Call' | 'AuspexStream'
  /** Type of the response, or of an event */
  readonly data: string
  /** Models used by the parameters and the response */
  readonly models: readonly string[]
  /** Its file's path, relative to the client's folder */
  readonly file: string
}

const declaration =
  /(\/\*\*\n(?: \*.*\n)+? \*\/)\s*export const (\w+) = \(([^=]*?)\s*options\?: (?:RequestOptions|StreamOptions)\): (Call|AuspexStream)<(.*)> =>\n/g

/** The functions of the generated client by name. */
export function readClientFunctions(): Map<string, ClientFunction> {
  return new Map(
    globSync(`${client}/*/*.ts`)
      .flatMap((file) => readFunctions(readFileSync(file, 'utf8'), file.replaceAll('\\', '/').slice(client.length)))
      .map((each) => [each.name, each]),
  )
}

function readFunctions(text: string, file: string): ClientFunction[] {
  const imported = /import type \{([^}]*)\} from '\.\.\/\.\.\/model\/index\.ts'/.exec(text)?.[1] ?? ''
  const models = imported
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return [...text.matchAll(declaration)].map(([, doc = '', name = '', list = '', kind, data = '']) => {
    const parameters = list.split(/,\s*/).filter((each) => each.trim() !== '')
    const types = `${parameters.join(' ')} ${data}`
    return {
      name,
      doc,
      parameters,
      // the regular expression allows only the two kinds
      kind: kind as ClientFunction['kind'],
      data,
      models: models.filter((model) => new RegExp(`\\b${model}\\b`).test(types)),
      file,
    }
  })
}
