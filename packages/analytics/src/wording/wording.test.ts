import { describe, expect, test } from 'vitest'
import { findSpelling } from './find-spelling.ts'
import { isRegionalSpelling, slipCost } from './slip-cost.ts'
import { createSpellingIndex, editDistance } from './spelling-index.ts'
import { spellTopic } from './topic-spelling.ts'
import { toOtherNumber, otherWordings, findSynonyms } from './other-wordings.ts'

describe('edit distance', () => {
  test.each([
    ['bitcoin', 'bitcoin', 0],
    ['bitcon', 'bitcoin', 1],
    ['bictoin', 'bitcoin', 1],
    ['recieve', 'receive', 1],
    ['inteligense', 'intelligence', 2],
    ['', 'ab', 2],
    ['oat', 'coal', 2],
  ])('between %s and %s is %i in both directions', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance)
    expect(editDistance(b, a, 2)).toBe(distance)
  })

  test('is null beyond the limit', () => {
    expect(editDistance('bitcoin', 'ethereum', 2)).toBeNull()
    expect(editDistance('bitcon', 'bitcoin', 0)).toBeNull()
    expect(editDistance('a', 'abcd', 2)).toBeNull()
  })
})

describe('spelling index', () => {
  const index = createSpellingIndex([
    { text: 'bitcoin', frequency: 900 },
    { text: 'bitcoins', frequency: 40 },
    { text: 'electric vehicle', frequency: 60 },
    { text: 'methanol', frequency: 5 },
    { text: 'oat', frequency: 500 },
    { text: 'coat', frequency: 800 },
  ])
  const firstOf = (text: string) => index.corrections(text, 3)[0]

  test('finds a word despite a typo, swapped letters or a doubled letter', () => {
    for (const text of ['bitcon', 'bictoin', 'bitcooin', 'vitcoin']) {
      expect(firstOf(text)).toMatchObject({ text: 'bitcoin', frequency: 900 })
    }
  })

  test('finds a long name despite two typos', () => {
    expect(firstOf('electrik vehicel')).toMatchObject({ text: 'electric vehicle' })
  })

  test('finds nothing for a word of three letters, the word itself, or a different word', () => {
    expect(firstOf('oet')).toBeUndefined()
    expect(firstOf('methanol')).toBeUndefined()
    expect(firstOf('zeppelin')).toBeUndefined()
  })
})

describe('the cost of a slip', () => {
  test('is low for swapped, doubled and neighbouring letters, and high for others', () => {
    const likely = ['minecarft', 'mineccraft', 'minwcraft'].map((typed) => slipCost(typed, 'minecraft'))
    const unlikely = ['minetraft', 'zinecraft'].map((typed) => slipCost(typed, 'minecraft'))
    expect(Math.max(...likely)).toBeLessThan(Math.min(...unlikely))
  })

  test('is low for letters that sound alike', () => {
    expect(slipCost('fisics', 'physics')).toBeLessThan(slipCost('tysics', 'physics'))
  })

  test('does not apply to British and American spellings, which are both right', () => {
    expect(isRegionalSpelling('oestrogen', 'estrogen')).toBe(true)
    expect(isRegionalSpelling('colour', 'color')).toBe(true)
    expect(isRegionalSpelling('cinema', 'sinema')).toBe(false)
  })
})

describe('what was meant by a typed text', () => {
  const documents: Record<string, number> = {
    minecraft: 417,
    climate: 2_000,
    change: 5_000,
    'climate change': 1_700,
    kept: 1_200,
    breaking: 1_200,
    braking: 20,
    bad: 5_000,
    'breaking bad': 390,
    estrogen: 30,
  }
  const index = createSpellingIndex(Object.entries(documents).map(([text, frequency]) => ({ text, frequency })))
  const meant = async (typed: string) =>
    (
      await findSpelling({
        words: typed.split(' '),
        vocabulary: { corrections: index.corrections, frequencyOf: (word) => documents[word] ?? 0 },
        reader: null,
        ownSearches: [],
        count: async (texts) => texts.map((text) => documents[text] ?? 0),
        readTexts: async () => [],
      })
    )?.text ?? null

  test('is found for a word with a slip, two words written as one, and a phrase with a wrong word', async () => {
    expect(await meant('minecarft')).toBe('minecraft')
    expect(await meant('climatechange')).toBe('climate change')
    expect(await meant('braking bad')).toBe('breaking bad')
    expect(await meant('mine craft')).toBe('minecraft')
  })

  test('is nothing for short words, other spellings and words that are like no other', async () => {
    for (const right of ['kelt', 'oestrogen', 'wegovy', 'minecraft', 'breaking bad'])
      expect(await meant(right)).toBeNull()
  })
})

describe('other wordings', () => {
  const textsOf = (word: string, kind: string) =>
    otherWordings(word.split(' ')).flatMap((other) => (other.kind === kind ? [other.text] : []))

  test.each([
    ['vehicle', 'vehicles'],
    ['battery', 'batteries'],
    ['watch', 'watches'],
    ['woman', 'women'],
    ['glass', 'glasses'],
  ])('%s and %s are singular and plural of each other', (singular, plural) => {
    expect(toOtherNumber(singular)).toBe(plural)
    expect(toOtherNumber(plural)).toBe(singular)
  })

  test('words without a rule have no other form', () => {
    expect(['ai', 'news', 'virus', 'œuvre', 'h2o'].map(toOtherNumber)).toEqual([null, null, null, null, null])
  })

  test('an abbreviation and its long form lead to each other, in singular and plural', () => {
    expect(textsOf('ev', 'synonym')).toEqual(expect.arrayContaining(['electric vehicle', 'electric vehicles']))
    expect(textsOf('electric vehicles', 'synonym')).toContain('ev')
    expect(textsOf('ai', 'synonym')).toContain('artificial intelligence')
  })

  test('the same words are tried in another order, in the other number and as one word', () => {
    expect(textsOf('milk oat', 'inflection')).toContain('oat milk')
    expect(textsOf('heat pump', 'inflection')).toEqual(expect.arrayContaining(['heat pumps', 'heatpump']))
  })

  test('a sentence has no other wordings, and no wording is its own alternative', () => {
    expect(otherWordings(['a', 'b', 'c', 'd', 'e'])).toEqual([])
    for (const word of ['ai', 'oat milk', 'cars']) expect(textsOf(word, 'synonym')).not.toContain(word)
  })

  test('each wording of the synonym table belongs to one group', () => {
    const group = ['electric vehicle', ...findSynonyms('electric vehicle')].toSorted()
    for (const wording of group) expect([wording, ...findSynonyms(wording)].toSorted()).toEqual(group)
  })
})

describe('the spelling of a topic', () => {
  const within = (spelling: string, times = 3) =>
    Array.from({ length: times }, (_, n) => `In week ${n}, people wrote about ${spelling} and other matters.`)

  test.each([
    ['sopa', 'SOPA'],
    ['IPHONE', 'iPhone'],
    ['steve jobs', 'Steve Jobs'],
    ['"steve  jobs"', 'Steve Jobs'],
    ['Salmon', 'salmon'],
  ])('%s is that of the documents: %s', (typed, spelling) => {
    expect(spellTopic(typed, within(spelling))).toBe(spelling)
  })

  test('is the plural of a thing that sentences give an article, and not of a stuff or a name', () => {
    const texts = [
      'We saw a meteor in town',
      'They filmed a meteor and left',
      'It was late, a meteor was seen',
      'That was my meteor, I say',
      'They sold a meteor for gold',
    ]
    const plurals = ['They love meteors', 'It rains meteors tonight']
    expect(spellTopic('meteor', [...texts, ...plurals])).toBe('meteors')
    expect(
      spellTopic(
        'bakery',
        [...texts, ...plurals].map((text) => text.replace('meteors', 'bakeries').replace('meteor', 'bakery')),
      ),
    ).toBe('bakeries')
    expect(
      spellTopic(
        'potato',
        [...texts, ...plurals].map((text) => text.replace('meteors', 'potatoes').replace('meteor', 'potato')),
      ),
    ).toBe('potatoes')
    expect(spellTopic('meteor', texts), 'no text writes the plural').not.toBe('meteors')
    const names = ['Meteorside has won', 'The Meteors play in Meteorside', 'See meteorside tonight']
    expect(spellTopic('meteor', [...texts, ...names]), 'a name is no plural').not.toBe('meteors')
    const ofStuff = ['They are made of meteor and ice', 'It is rich in meteor, they say']
    expect(spellTopic('meteor', [...texts, ...plurals, ...ofStuff])).not.toBe('meteors')
    expect(
      spellTopic(
        'Meteor',
        texts.map((text) => text.replace('a meteor', 'Meteor')),
      ),
    ).not.toBe('meteors')
  })

  test('is of the people where it is said of them or of what is theirs, and has the marks that documents write', () => {
    const of = within('South Korean workers')
    expect(spellTopic('south korean', of)).toBe('South Korean')
    expect(spellTopic('south korean', [...of, 'We met South Koreans there', 'Two South Koreans won'])).toBe(
      'South Koreans',
    )
    for (const name of ['Jean', 'Sean', 'Ian', 'Adrian', 'Sebastian'])
      expect(
        spellTopic(name.toLowerCase(), [
          ...within(name),
          `We saw ${name} at home`,
          `They met ${name} Smith there`,
          `We like ${name} and Anna`,
          `Levi ${name}s are old`,
          `New ${name}s sold`,
        ]),
      ).toBe(name)
    expect(spellTopic('node js', within('Node.js'))).toBe('Node.js')
    expect(spellTopic('kim jong-un', within('Kim Jong-un'))).toBe('Kim Jong-un')
  })

  test('is not learned from a word that only begins a sentence', () => {
    const texts = [
      'Salmon is back.',
      'It is late. Salmon is back.',
      '“Salmon is back”, they say',
      'News: Salmon is back',
    ]
    expect(spellTopic('salmon', texts)).toBe('salmon')
    expect(spellTopic('SALMON', [...texts, ...within('salmon')])).toBe('salmon')
  })

  test('is not learned from headlines in title case or capitals', () => {
    const headlines = [
      'River Towns Welcome Salmon After Wet Winter',
      'Farmers Protest Against Salmon Quotas This Spring',
      'Coastal Towns Celebrate Salmon Season With Parades',
      'MINISTERS AGREE THAT SALMON QUOTAS SHOULD FALL',
    ]
    expect(spellTopic('salmon', headlines)).toBe('salmon')
    expect(spellTopic('SALMON', [...headlines, ...within('salmon')])).toBe('salmon')
  })

  test('has the article of a thing where people write "a", "my" and "the" before its name', () => {
    const texts = ['how my Nexus 4 was mended', 'whether a Nexus 4 is enough', 'why the Nexus 4 has no slot']
    expect(spellTopic('nexus 4', texts)).toBe('the Nexus 4')
    expect(spellTopic('netflix', ['how my Netflix was cut', ...within('Netflix')])).toBe('Netflix')
  })

  test('has no article for the kind of thing that its last word names, where the texts write none', () => {
    const places = ['Paris', 'Rome', 'Oslo', 'Lima', 'Cairo', 'Delhi', 'Quito', 'Berne']
    const bare = places.map((place) => `people from ${place} send with Western Union and wait`)
    expect(spellTopic('western union', bare)).toBe('Western Union')
    const some = places.slice(0, 4).map((place) => `people from ${place} saw the Western Union and left`)
    expect(spellTopic('western union', [...bare, ...some])).toBe('the Western Union')
  })

  test('is not the verb that has the form of its plural', () => {
    const places = ['Paris', 'Rome', 'Oslo', 'Lima', 'Cairo', 'Delhi', 'Quito', 'Berne']
    const work = places.map((place) => `people from ${place} go to work and rest`)
    const verbs = places.map((place) => `they say in ${place} that it works and stays`)
    expect(spellTopic('work', [...work, ...verbs])).toBe('work')
    const change = places.map((place) => `people from ${place} fear climate change and heat`)
    expect(
      spellTopic('climate change', [...change, ...places.map((one) => `in ${one} the climate changes fast`)]),
    ).toBe('climate change')
    const plurals = places.map((place) => `people from ${place} have two works and more`)
    expect(spellTopic('work', [...work, ...plurals])).toBe('works')
  })

  test('of several words is that of headlines in title case where no sentence has it', () => {
    const headlines = ['Puerto Rico Goes Dark After Hurricane Maria', 'Hurricane Maria Leaves Towns Without Power']
    expect(spellTopic('hurricane maria', headlines)).toBe('Hurricane Maria')
    expect(spellTopic('hurricane maria', headlines.slice(1))).toBe('hurricane maria')
    expect(spellTopic('hurricane maria', ['Hurricane Maria has left towns without power'])).toBe('Hurricane Maria')
  })

  test('of a word that the library hardly knows is that of the headlines that have it', () => {
    const headlines = ['Life After Heartbleed: What Administrators Need to Know']
    expect(spellTopic('heartbleed', headlines, { isKnown: () => false })).toBe('Heartbleed')
    expect(spellTopic('heartbleed', headlines, { isKnown: () => true })).toBe('heartbleed')
  })

  test('is not that of names that it is a part of', () => {
    const names = ['American', 'Delta', 'United'].flatMap((name) => within(`${name} Airlines`))
    expect(spellTopic('airlines', [...names, ...within('airlines', 4)])).toBe('airlines')
  })

  test('stays as typed in a query with operators', () => {
    for (const query of ['sopa OR pipa', '"steve jobs" -apple', 'sopa country:US', 'sop*'])
      expect(spellTopic(query, [...within('SOPA'), ...within('PIPA'), ...within('Steve Jobs')])).toBe(query)
  })

  test('is the most usual of those with capitals where most documents write some', () => {
    const texts = [...within('PlayStation', 5), ...within('Playstation', 3), ...within('playstation', 4)]
    expect(spellTopic('playstation', texts)).toBe('PlayStation')
  })

  test('is not decided by copies of one text', () => {
    const listing = Array.from({ length: 9 }, (_, at) => `Tv tablå torsdag, 19 mars 2020 ${at}`)
    expect(spellTopic('mars', [...listing, ...within('Mars')])).toBe('Mars')
  })

  test('stays as typed where documents do not agree, or are few', () => {
    expect(spellTopic('apple', [...within('Apple', 5), ...within('apple', 4)])).toBe('apple')
    expect(spellTopic('apple', [...within('Apple', 6), ...within('apple', 4)])).toBe('Apple')
    expect(spellTopic('sopa', within('SOPA', 1))).toBe('sopa')
    expect(spellTopic('sopa', within('SOPA', 2))).toBe('SOPA')
    expect(spellTopic('sopa', [])).toBe('sopa')
  })

  test('is not that of a longer word', () => {
    expect(spellTopic('art', within('ARTIST'))).toBe('art')
  })
})
