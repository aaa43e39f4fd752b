/** What a statement is given as a parameter, never as a part of its text. */
export type Value = string | number | bigint | readonly string[] | readonly number[] | readonly bigint[]

/** ClickHouse's SQL with typed places for values: `{p0:String}`. */
export interface Statement {
  text: string
  values: Readonly<Record<string, Value>>
}

interface Parameter {
  type: string
  value: Value
}

/** A part of a statement that may stand in others. */
export interface Fragment {
  strings: readonly string[]
  parts: readonly (Fragment | Parameter)[]
}

/** Writes a fragment; what stands in its places is another fragment or a value with its type. */
export function ch(strings: TemplateStringsArray, ...parts: (Fragment | Parameter)[]): Fragment {
  return { strings, parts }
}

export const text = (value: string): Parameter => ({ type: 'String', value })
export const texts = (value: readonly string[]): Parameter => ({ type: 'Array(String)', value })
export const integer = (value: number): Parameter => ({ type: 'Int64', value })
export const integers = (value: readonly number[]): Parameter => ({ type: 'Array(Int64)', value })
/** Ids of documents, as the tables have them. */
export const ids = (value: readonly string[]): Parameter => ({ type: 'Array(Int64)', value: value.map(BigInt) })
export const id = (value: string): Parameter => ({ type: 'Int64', value: BigInt(value) })

/** Joins fragments with a word between them. */
export function join(parts: readonly Fragment[], separator: ' and ' | ' or '): Fragment {
  return { strings: ['', ...parts.slice(1).map(() => separator), ''], parts }
}

/** Numbers the values of a fragment, which makes it a statement. */
export function toStatement(fragment: Fragment): Statement {
  const values: Record<string, Value> = {}
  const write = ({ strings, parts }: Fragment): string =>
    strings.map((piece, at) => piece + writePart(parts[at])).join('')
  const writePart = (part: Fragment | Parameter | undefined): string => {
    if (part === undefined) return ''
    if ('strings' in part) return write(part)
    const name = `p${Object.keys(values).length}`
    values[name] = part.value
    return `{${name}:${part.type}}`
  }
  const written = write(fragment)
  return { text: written, values }
}
