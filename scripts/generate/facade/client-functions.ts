/** A function of the generated client, as its file writes it. */
export interface ClientFunction {
  readonly name: string
  /** Its comment */
  readonly doc: string
  /** Its parameters without the options */
  readonly parameters: readonly string[]
  readonly kind: 'Call' | 'AuspexStream'
  /** Type of the answer, or of an event */
  readonly data: string
  /** Models that parameters and answer name */
  readonly models: readonly string[]
  /** Path of its file below the client's folder */
  readonly file: string
}

const declaration =
  /(\/\*\*\n(?: \*.*\n)+? \*\/)\s*export const (\w+) = \(([^=]*?)\s*options\?: (?:RequestOptions|StreamOptions)\): (Call|AuspexStream)<(.*)> =>\n/g

/** The functions of a generated file of the client. */
export function readClientFunctions(text: string, file: string): ClientFunction[] {
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
      // one of the two that the expression allows
      kind: kind as ClientFunction['kind'],
      data,
      models: models.filter((model) => new RegExp(`\\b${model}\\b`).test(types)),
      file,
    }
  })
}
