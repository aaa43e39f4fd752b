import { describe, expect, test } from 'vitest'
import type { GroupedTopic, TopicDocument } from './describe-groups.ts'
import { findGroupChanges } from './group-identities.ts'
import { groupTexts, groupTopic, groupTopicInSteps } from './group-topic.ts'

/** Headlines of three subjects of the topic *salmon*: what happened, where, and one more thing. */
const headlines = [
  {
    what: [
      'Tapeworm found in',
      'Scientists report a tapeworm in',
      'Doctors warn of a tapeworm from',
      'Parasite study: tapeworm in',
    ],
    where: ['wild Alaska salmon', 'raw salmon sushi', 'Pacific salmon fillets', 'uncooked salmon'],
    more: ['health officials say', 'and patients fall ill', 'after an infection in Japan'],
  },
  {
    what: [
      'Norway prices rise as',
      'Export prices climb while',
      'Market report: prices jump as',
      'Prices and exports grow when',
    ],
    where: [
      'demand for salmon exports grows',
      'China buys more salmon',
      'salmon exporters sell to Europe',
      'traders bid for salmon',
    ],
    more: ['in a record quarter', 'analysts of the market say', 'and shares of exporters gain'],
  },
  {
    what: ['Chef bakes', 'Recipe for an oven dinner of', 'Grill lemon and dill with', 'Lemon butter recipe for'],
    where: ['salmon with roasted potatoes', 'smoked salmon and dill', 'salmon in lemon butter', 'a salmon dinner'],
    more: ['for a weeknight dinner', 'with garlic from the oven', 'and a lemon sauce'],
  },
]

function documentsOf(subject: number): TopicDocument[] {
  const { what = [], where = [], more = [] } = headlines[subject] ?? {}
  return what.flatMap((first) =>
    where.flatMap((second) =>
      more.map((third) => {
        const id = `s${subject}-${what.indexOf(first)}${where.indexOf(second)}${more.indexOf(third)}`
        return { id, title: `${first} ${second} ${third}`, body: null, outlet: `outlet ${id}`, storyId: id }
      }),
    ),
  )
}

const salmon = [0, 1, 2].flatMap(documentsOf)
const own = new Set(['salmon'])
const group = (documents: readonly TopicDocument[], more: Partial<Parameters<typeof groupTopic>[0]> = {}) =>
  groupTopic({ documents, own, reader: null, ...more })
const subjectsOf = (topic: GroupedTopic) =>
  topic.groups.map(({ documentIds }) => [...new Set(documentIds.map((id) => id.slice(0, 2)))])

function idsOf({ groups, otherIds }: GroupedTopic): string[] {
  return [...groups.flatMap(({ documentIds }) => documentIds), ...otherIds].toSorted()
}

describe('groups of a topic', () => {
  test('hold one subject each, and every subject is found', () => {
    const subjects = subjectsOf(group(salmon))
    for (const found of subjects) expect(found).toHaveLength(1)
    expect(new Set(subjects.flat())).toEqual(new Set(['s0', 's1', 's2']))
  })

  test('each document is in one group or in other, once', () => {
    expect(idsOf(group(salmon))).toEqual(salmon.map(({ id }) => id).toSorted())
  })

  test('are named by terms that set them apart from the topic and from each other, with a headline of their own', () => {
    const { groups } = group(salmon)
    for (const { name, headline, headlineId, terms, documentIds } of groups) {
      expect(documentIds).toContain(headlineId)
      expect(salmon.find(({ id }) => id === headlineId)?.title).toContain(headline?.slice(1))
      const shown = terms.join(' ').toLowerCase().split(' ')
      for (const part of name.toLowerCase().split(', '))
        expect(shown).toEqual(expect.arrayContaining([part.split(' ')[0]]))
      expect(terms.length).toBeGreaterThanOrEqual(3)
      expect(terms.length).toBeLessThanOrEqual(5)
      expect(terms.join(' ').toLowerCase()).not.toContain('salmon')
    }
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length)
  })

  test('are largest first, and their shares with other add up to all', () => {
    const { groups, otherIds } = group(salmon)
    const shares = groups.map(({ share }) => share)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    expect(shares.reduce((sum, share) => sum + share, otherIds.length / salmon.length)).toBeCloseTo(1)
  })

  test('are the same in another order of the documents', () => {
    expect(group(salmon.toReversed())).toEqual(group(salmon))
  })

  test('are found in a large topic, whose texts are not all compared with each other', () => {
    const large = Array.from({ length: 7 }, (_, part) =>
      salmon.map((document) => ({ ...document, id: `${document.id}-${part}`, storyId: `${document.id}-${part}` })),
    ).flat()
    for (const found of subjectsOf(group(large))) expect(found).toHaveLength(1)
    expect(group(large.toReversed())).toEqual(group(large))
  })

  test.each([
    ['Tapeworm: doctors warn, traders sell to Europe while analysts gain', 's1'],
    ['Doctors warn of a tapeworm, chef and dill in a sauce', 's2'],
  ])('do not take a document that has the terms of another group and none of theirs: “%s”', (title, subject) => {
    const mixed = { id: 'mixed', title, body: null, outlet: 'mixed', storyId: 'mixed' }
    const holder = group([...salmon, mixed]).groups.find(({ documentIds }) => documentIds.includes('mixed'))
    expect(holder?.documentIds.find((id) => id !== 'mixed')?.slice(0, 2)).not.toBe(subject)
  })

  test('a copy is in the group of its story, and a story counts once', () => {
    const [first] = salmon
    const copies = Array.from({ length: 40 }, (_, at) => ({ ...(first as TopicDocument), id: `copy-${at}` }))
    const { groups } = group([...salmon, ...copies])
    const holder = groups.find(({ documentIds }) => documentIds.includes('copy-0'))
    expect(copies.every(({ id }) => holder?.documentIds.includes(id))).toBe(true)
    expect(holder?.stories).toBeLessThanOrEqual(documentsOf(0).length)
  })

  test('keep their identity and their documents when some are new', () => {
    const known = salmon.filter((_, at) => at % 20 !== 0)
    const earlier = group(known)
    const before = new Map<string, string | null>([
      ...earlier.otherIds.map((id): [string, null] => [id, null]),
      ...earlier.groups.flatMap(({ id, documentIds }) =>
        documentIds.map((document): [string, string] => [document, id]),
      ),
    ])
    const later = group(salmon, { before })
    const after = new Map(later.groups.flatMap(({ id, documentIds }) => documentIds.map((document) => [document, id])))
    const grouped = [...before].filter(([, id]) => id !== null)
    const same = grouped.filter(([document, id]) => after.get(document) === id)
    expect(same.length / grouped.length).toBeGreaterThan(0.9)
  })

  test('keep their identity by most documents when many are new', () => {
    const earlier = group(documentsOf(0).concat(documentsOf(1)))
    const before = new Map(
      earlier.groups.flatMap(({ id, documentIds }) => documentIds.map((document) => [document, id])),
    )
    const later = group(salmon, { before })
    const ids = later.groups.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => earlier.groups.some((one) => one.id === id)).length).toBeGreaterThanOrEqual(2)
  })

  test('are few enough for an overview, and each is large enough to be more than chance', () => {
    const kinds = Array.from({ length: 30 }, (_, kind) => `kind${String.fromCodePoint(97 + (kind % 26))}${kind}`)
    const many = kinds.flatMap((kind) =>
      Array.from({ length: 12 }, (_, at) => ({
        id: `${kind}-${at}`,
        title: `${kind}one ${kind}two salmon ${kind}three ${at % 2 === 0 ? `${kind}four` : `${kind}five`}`,
        body: null,
        outlet: `outlet ${at}`,
        storyId: `${kind}-${at}`,
      })),
    )
    const { groups } = group([...salmon, ...many])
    expect(groups.length).toBeGreaterThan(3)
    expect(groups.length).toBeLessThanOrEqual(15)
    for (const { stories } of groups) expect(stories).toBeGreaterThanOrEqual(0.02 * (salmon.length + many.length))
  })

  test('have places on a map whose discs do not overlap, with typical documents inside', () => {
    const { groups, places } = group(salmon)
    groups.forEach(({ place: one }, at) => {
      expect(Math.max(Math.abs(one.x), Math.abs(one.y)) + one.radius).toBeLessThanOrEqual(1.0001)
      for (const { place: other } of groups.slice(at + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.radius + other.radius - 1e-3)
    })
    for (const { id, x, y } of places) {
      const place = groups.find(({ documentIds }) => documentIds.includes(id))?.place
      expect(Math.hypot(x - (place?.x ?? 9), y - (place?.y ?? 9))).toBeLessThanOrEqual((place?.radius ?? 0) + 1e-3)
    }
    expect(places.length).toBeGreaterThan(0)
  })

  test('can be found in steps, with the same result', () => {
    const steps = groupTopicInSteps({ documents: salmon, own, reader: null })
    let count = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) count++
    expect(step.value).toEqual(group(salmon))
    expect(count).toBeGreaterThan(20)
  })

  test('are not named by what people do, how or when, however typical it is', () => {
    const telling = salmon.map((document) =>
      document.id.startsWith('s0')
        ? {
            ...document,
            body: 'They vow to act, and obviously will vow again on Wednesday. Please comment: we vow it. It was the little original of the weekend.',
          }
        : document,
    )
    const found = group(telling).groups.find(({ documentIds }) => documentIds[0]?.startsWith('s0'))
    expect(found?.name).toMatch(/tapeworm/i)
    expect(`${found?.name} ${found?.terms.join(' ')}`).not.toMatch(
      /vow|wednesday|comment|obviously|little|original|weekend/i,
    )
  })

  test.each([
    ['the Bank of America', /Bank of America/],
    ['New York', /New York/],
    ['a James Webb report', /James Webb/],
  ])('have names that are whole: “%s”', (said, name) => {
    const telling = salmon.map((document) =>
      document.id.startsWith('s0') ? { ...document, title: `${document.title}: ${said}` } : document,
    )
    const found = group(telling).groups.filter(({ documentIds }) => documentIds[0]?.startsWith('s0'))
    expect(found.map((one) => one.name).join('; ')).toMatch(name)
  })

  test('a kicker and what an outlet prints in all titles are not part of a headline', () => {
    const printed = salmon.map((document, at) => ({
      ...document,
      title: at % 2 === 0 ? `The Latest: ${document.title}` : `${document.title} | Fish Daily`,
      outlet: at % 2 === 0 ? 'agency' : `outlet ${at}`,
    }))
    for (const { headline } of group(printed).groups) expect(headline).not.toMatch(/The Latest|Fish Daily/)
  })

  test('have a headline in the language of most documents', () => {
    const mixed = salmon.map((document, at) => ({ ...document, lang: at % 4 === 0 ? 'de' : 'en' }))
    const languages = new Map(mixed.map(({ id, lang }) => [id, lang]))
    for (const { headlineId } of group(mixed).groups) expect(languages.get(headlineId)).toBe('en')
  })

  test('talk without a subject is other', () => {
    const talk = Array.from({ length: 60 }, (_, at) => ({
      id: `talk-${at}`,
      title: ['ok', 'so what', 'me too', 'and you', 'is it', 'why not'][at % 6] ?? '',
      body: null,
      outlet: 'forum',
      storyId: `talk-${at}`,
    }))
    const { groups, otherIds } = group([...salmon, ...talk])
    expect(otherIds.filter((id) => id.startsWith('talk'))).toHaveLength(60)
    expect(groups.length).toBeGreaterThan(0)
  })

  test.each([
    ['no documents', []],
    ['one document', salmon.slice(0, 1)],
    ['fewer than sixty', salmon.slice(0, 59)],
  ])('%s are not grouped, and it is said why', (_, documents) => {
    expect(group(documents)).toEqual({
      groups: [],
      otherIds: documents.map(({ id }) => id).toSorted(),
      places: [],
      refusal: 'few-documents',
    })
  })

  test.each([
    ['copies of one story', salmon.slice(0, 70).map((document) => ({ ...document, storyId: 'one' }))],
    ['empty titles', salmon.map((document) => ({ ...document, title: '' }))],
    ['one title', salmon.map((document) => ({ ...document, title: 'Salmon' }))],
    [
      'odd characters',
      salmon.map((document, at) => ({
        ...document,
        title: ['\u0000\uD800', '🐟🐟', '—', '‮x', '  ', '\n\t'][at % 6] ?? '',
      })),
    ],
  ])('%s have no group and are all in other', (_, documents) => {
    const topic = group(documents)
    expect(topic.groups).toEqual([])
    expect(topic.otherIds).toHaveLength(documents.length)
    expect(topic.refusal).toBeNull()
  })

  test('are found in other scripts', () => {
    const scripts = [
      ['выборы губернатора', 'голоса избирателей', 'кандидат победил на выборах', 'сенат считает голоса'],
      ['地震 東京 被害', '東京で地震 被害が広がる', '地震の被害 東京の住民', '東京 地震 住民 避難'],
    ]
    const documents = scripts.flatMap((titles, script) =>
      Array.from({ length: 40 }, (_, at) => ({
        id: `s${script}-${at}`,
        title: `${titles[at % 4]} ${titles[(at + 1) % 4]}`,
        body: null,
        outlet: `outlet ${at}`,
        storyId: `s${script}-${at}`,
      })),
    )
    for (const found of subjectsOf(group(documents))) expect(found).toHaveLength(1)
  })
})

describe('what became of groups of before', () => {
  const holding = (id: string, ...documentIds: string[]) => ({ id, documentIds })
  const before = (groups: Record<string, string>) =>
    new Map<string, string | null>(
      Object.entries(groups).flatMap(([id, documents]) => documents.split(' ').map((one) => [one, id] as const)),
    )

  test('a new group with most documents of one that stays grew out of it, which was split', () => {
    const groups = [holding('fish', 'a', 'b', 'c', 'd'), holding('farms', 'e', 'f', 'g', 'new')]
    expect(findGroupChanges(groups, before({ fish: 'a b c d e f g' }))).toEqual([
      { id: 'farms', kind: 'grew-out-of', otherId: 'fish' },
      { id: 'fish', kind: 'split-into', otherId: 'farms' },
    ])
  })

  test('a group that took most documents of one that is gone merged with it', () => {
    const groups = [holding('fish', 'a', 'b', 'c', 'd', 'e')]
    expect(findGroupChanges(groups, before({ fish: 'a b c', farms: 'd e f' }))).toEqual([
      { id: 'fish', kind: 'merged-with', otherId: 'farms' },
    ])
  })

  test('a few documents that moved are no change', () => {
    const groups = [holding('fish', 'a', 'b', 'c', 'd'), holding('farms', 'e', 'f', 'g')]
    expect(findGroupChanges(groups, before({ fish: 'a b c', farms: 'd e f g' }))).toEqual([])
  })
})

describe('groups of texts', () => {
  test('have a number for each text, -1 for one without a word', () => {
    const groups = groupTexts([...salmon, { title: '', body: null }], null)
    expect(groups).toHaveLength(salmon.length + 1)
    expect(groups.at(-1)).toBe(-1)
    expect(new Set(groups).size).toBeGreaterThanOrEqual(4)
  })

  test('of nothing are none', () => {
    expect(groupTexts([], null)).toHaveLength(0)
  })
})
