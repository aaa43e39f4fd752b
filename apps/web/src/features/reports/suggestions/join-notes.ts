import type { Node } from '@tiptap/pm/model'

const kinds = ['insertion', 'deletion'] as const

/** Where a footnote is pointed at by one suggestion alone, what it says is decided with that suggestion: nobody reads seventeen sources before the sentence that they are of. */
export const joinNotes = (blocks: readonly Node[]): Node[] => {
  const idsOf = new Map<string, Set<number>>()
  for (const block of blocks) if (block.type.name !== 'footnoteDefinition') readReferences(block, idsOf)
  return blocks.map((block) => {
    if (block.type.name !== 'footnoteDefinition') return block
    const mark = block.marks.find(({ type }) => kinds.some((kind) => kind === type.name))
    const ids = idsOf.get(`${mark?.type.name} ${block.attrs['label']}`)
    const [id] = ids ?? []
    if (mark === undefined || id === undefined || ids?.size !== 1) return block
    return block.mark(mark.type.create({ id }).addToSet(block.marks))
  })
}

/** The suggestions that add or take away a reference, by kind and label. */
const readReferences = (block: Node, idsOf: Map<string, Set<number>>): void => {
  const read = (node: Node, around: readonly { kind: string; id: number }[]) => {
    const own = node.attrs['suggestion'] as { kind: string; id: number } | null | undefined
    const marks = node.marks.map(({ type, attrs }) => ({ kind: type.name, id: Number(attrs['id']) }))
    const all = [...around, ...marks, ...(own ? [own] : [])]
    if (node.type.name === 'footnoteReference')
      for (const { kind, id } of all) {
        const key = `${kind} ${node.attrs['label']}`
        idsOf.set(key, (idsOf.get(key) ?? new Set()).add(id))
      }
    node.forEach((child) => read(child, all))
  }
  read(block, [])
}
