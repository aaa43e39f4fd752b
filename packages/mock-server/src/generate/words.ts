import type { ContractDocument } from '@auspex/contract'

/** Where a value is: its property, or that of the list around it, and the property of the object around it. Empty at the top. */
export interface Place {
  name: string
  parent: string
}

const maxTexts = 60
/** Used for contracts without any examples. */
const plainTexts = ['Amber', 'Cedar', 'Harbour', 'Linden', 'Meadow', 'River', 'Summit', 'Willow']
/** Names of properties that are titles or topics, whose texts suit a property without examples. */
const general = ['title', 'query_term', 'name', 'term']

/** The texts and the sizes of numbers in a contract's examples, by the names of their properties. Read on first use. */
export class Words {
  readonly #document: ContractDocument
  readonly #texts = new Map<string, Set<string>>()
  readonly #numbers = new Map<string, [low: number, high: number]>()
  #isRead = false

  constructor(document: ContractDocument) {
    this.#document = document
  }

  /** Texts of properties with this name, else titles; never none. */
  textsOf({ name }: Place): readonly string[] {
    this.#read()
    const knownName = [name, ...general].find((each) => this.#texts.has(each))
    return [...(this.#texts.get(knownName ?? '') ?? plainTexts)]
  }

  /** The range of the numbers at this place in the examples, as far as it is within the bounds. */
  rangeOf({ name, parent }: Place, min: number, max: number): [low: number, high: number] {
    this.#read()
    const [least, most] = this.#numbers.get(`${parent}/${name}`) ?? this.#numbers.get(name) ?? [min, max]
    const [low, high] = [Math.max(min, least), Math.min(max, most)]
    if (low < high) return [low, high]
    return max - min <= 1000 ? [min, max] : [Math.max(min, 0), Math.min(max, Math.max(min, 0) + 5000)]
  }

  #read(): void {
    if (this.#isRead) return
    this.#isRead = true
    this.#readSchemas(this.#document, '')
  }

  /** Finds the examples in any part of a document. */
  #readSchemas(value: unknown, name: string): void {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'example') this.#readExample(inner, name, '')
      else if (key === 'examples' && typeof inner === 'object' && inner !== null)
        for (const each of Object.values<unknown>(inner))
          this.#readExample(typeof each === 'object' && each !== null && 'value' in each ? each.value : each, name, '')
      else this.#readSchemas(inner, key)
    }
  }

  #readExample(value: unknown, name: string, parent: string): void {
    if (typeof value === 'string') this.#addText(value, name)
    else if (typeof value === 'number') for (const key of [name, `${parent}/${name}`]) this.#addNumber(value, key)
    else if (Array.isArray(value)) for (const each of value) this.#readExample(each, name, parent)
    else if (typeof value === 'object' && value !== null)
      for (const [inner, each] of Object.entries(value)) this.#readExample(each, inner, name)
  }

  #addText(text: string, name: string): void {
    if (text.trim() === '') return // a property may have no other text, and nothing could be drawn from it
    const texts = this.#texts.get(name) ?? new Set()
    this.#texts.set(name, texts)
    if (texts.size < maxTexts) texts.add(text)
  }

  #addNumber(value: number, key: string): void {
    const [low, high] = this.#numbers.get(key) ?? [value, value]
    this.#numbers.set(key, [Math.min(low, value), Math.max(high, value)])
  }
}

/** Cuts a text at a word, or pads it, to its length limits in code points, as JSON Schema counts them. */
export function fit(text: string, minLength: number, maxLength: number): string {
  const cut = text.slice(0, maxLength)
  const space = cut.lastIndexOf(' ')
  const shortened = space > maxLength / 2 ? cut.slice(0, space) : cut.trimEnd()
  return (text.length <= maxLength ? text : shortened).padEnd(minLength, 'o')
}
