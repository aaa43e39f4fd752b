import { describe, expect, test } from 'vitest'
import { groupHeadlines } from './headline-groups.ts'
import { createEventDescriber, descriptionDays } from './describe-event.ts'
import { finish } from '../meaning/steps.ts'
import { headlineStyle, withoutAsides } from './headline-style.ts'
import type { EventDocument } from './titled-stories.ts'

describe('tell event', () => {
  function documents(
    ...rows: readonly [day: string, title: string, outlet?: string, reactions?: number][]
  ): EventDocument[] {
    return rows.map(([day, title, outlet = 'r/news', reactions = null]) => ({
      title,
      outlet,
      publishedAt: `${day}T12:00:00Z`,
      reactions,
    }))
  }

  const other = documents(
    ['2013-01-02', 'Bitcoin explained in five minutes'],
    ['2013-01-09', 'Which bitcoin wallet should I use?'],
    ['2013-02-01', 'Bitcoin wallet for phones released'],
    ['2013-02-11', 'Why I accept bitcoin in my shop'],
  )
  const queryWords = ['bitcoin']
  const describeSteps = createEventDescriber({ other, queryWords })
  const describeDays = (...days: Parameters<typeof describeSteps>) => finish(describeSteps(...days))

  describe('createEventTeller', () => {
    test('chooses the title with the most words special to these days, and names the first document of the story', () => {
      const within = documents(
        ['2013-04-10', 'Which wallet is best now?'],
        ['2013-04-10', 'The price of bitcoin falls', 'r/Bitcoin'],
        ['2013-04-10', 'Bitcoin crashes, losing nearly half of its value in six hours', 'r/technology'],
        ['2013-04-11', 'Bitcoin crashes as exchange halts trading'],
        ['2013-04-11', 'Bitcoin value crashes by half'],
      )
      const story = describeDays(within)
      expect(within[story?.headline ?? -1]?.title).toMatch(/crashes/)
      expect(story?.members).toEqual([2, 3, 4])
      expect(within[story?.members[0] ?? -1]?.outlet).toBe('r/technology')
    })

    test('chooses the title that people reacted to among equally informative ones', () => {
      const within = documents(
        ['2013-04-09', 'Bitcoin crash: panic among miners', 'r/BitcoinMining', 12],
        ['2013-04-10', 'Bitcoin crash halts trading among miners', 'r/technology', 4_140],
        ['2013-04-10', 'Bitcoin crash halts trading', 'r/Bitcoin', 40],
        ['2013-04-11', 'What I had for lunch', 'r/food', 9_000],
      )
      expect(within[describeDays(within)?.headline ?? -1]?.outlet).toBe('r/technology')
    })

    test('prefers a title that reports an event to one that explains in general or opens a thread', () => {
      for (const title of [
        'ELI5: This Bitcoin crash thing again and why trading halts',
        'What is the bitcoin crash? Trading halts explained',
        'Bitcoin crash: daily discussion thread, trading halts',
        'Bitcoin crash halts trading megathread',
      ]) {
        const within = documents(
          ['2013-04-10', title, 'r/Bitcoin', 9_000],
          ['2013-04-10', 'Bitcoin crash halts trading at the largest exchange', 'r/news', 20],
          ['2013-04-11', 'Trading halts after bitcoin crash at exchange', 'r/technology', 20],
          ['2013-04-11', 'Exchange: crash is over', 'r/law', 2],
        )
        expect(within[describeDays(within)?.headline ?? -1]?.title).toMatch(/exchange/)
      }
    })

    test('prefers a statement to a title with the same words that is cut, a question or about its author', () => {
      const weak = [
        'Bitcoin crash halts trading... complete',
        'I lost my shirt as the bitcoin crash halts trading',
        'Will the bitcoin crash ever halt trading?',
      ]
      for (const title of weak) {
        const within = documents(
          ['2013-04-10', title, 'r/Bitcoin', 1_000],
          ['2013-04-10', 'Bitcoin crash halts trading at the largest exchange', 'r/news', 20],
          ['2013-04-11', 'Trading halts after bitcoin crash at exchange', 'r/technology', 20],
          ['2013-04-11', 'Exchange: crash is over', 'r/law', 2],
        )
        expect(within[describeDays(within)?.headline ?? -1]?.title).toBe(
          'Trading halts after bitcoin crash at exchange',
        )
      }
    })

    test('gives the event its own name where titles agree on one with the topic in it', () => {
      const storm = documents(
        ['2013-04-10', 'Damage from Bitcoin Falls is assessed'],
        ['2013-04-10', 'The ruins that Bitcoin Falls left behind'],
        ['2013-04-11', 'Shelters open as Bitcoin Falls nears the coast'],
        ['2013-04-11', 'Trains stop before Bitcoin Falls arrives'],
        ['2013-04-11', 'A bitcoin for each family'],
      )
      expect(describeDays(storm)?.name).toBe('Bitcoin Falls')
      const crash = documents(
        ['2013-04-10', 'Shops wait after the bitcoin crash'],
        ['2013-04-10', 'What is known of the bitcoin crash, and what is not'],
        ['2013-04-11', 'The bitcoin crash is over'],
        ['2013-04-11', 'Bitcoin says nothing of value'],
      )
      expect(describeDays(crash)?.name).toBe('bitcoin crash')
      expect(describeDays(crash.slice(2))?.name).toBeNull()
    })

    test('quotes no title whose words are its own, however near its subject is', () => {
      const subjects = ['camp', 'march', 'drums', 'tents', 'police', 'library', 'kitchen', 'songs']
      const within = documents(
        ...subjects.map((subject): [string, string] => ['2013-04-10', `Bitcoin protest ${subject}`]),
        ['2013-04-11', 'Bitcoin host Rivera chased off while filming an interview in a shop', 'r/media', 90],
      )
      expect(describeDays(within)).toMatchObject({ headline: null, mostNoticed: null })
    })

    test('chooses the title that the others agree with, not the one with most words', () => {
      const within = documents(
        ['2013-04-10', 'Bitcoin shops list: pizza, alpacas, socks, lamps, boots and honey', 'r/Bitcoin', 300],
        ['2013-04-10', 'Pizza, alpacas and socks for bitcoin', 'r/pizza'],
        ['2013-04-10', 'Lamps, boots and honey: new list of shops', 'r/lamps'],
        ['2013-04-10', 'Bitcoin crashes by half in one day', 'r/news', 80],
        ['2013-04-10', 'Bitcoin crashes, half of its price gone', 'r/technology'],
        ['2013-04-11', 'After the crash half of bitcoin is gone', 'r/economics'],
        ['2013-04-11', 'Half of bitcoin crashes', 'r/law'],
      )
      expect(within[describeDays(within)?.headline ?? -1]?.title).toBe('Bitcoin crashes by half in one day')
    })

    test('weighs many copies of one title as one', () => {
      const copies = Array.from(
        { length: 20 },
        () => ['2013-04-10', 'Bitcoin advertisement rockets'] as [string, string],
      )
      const within = documents(
        ...copies,
        ['2013-04-10', 'Bitcoin crashes by half'],
        ['2013-04-11', 'After the bitcoin crash: half is gone'],
        ['2013-04-11', 'Bitcoin crashes, half of value gone'],
      )
      const story = describeDays(within)
      expect(within[story?.headline ?? -1]?.title).toMatch(/half/)
    })

    test('prefers a title with a word of the query', () => {
      const within = documents(
        ['2013-04-10', 'Crash crash crash: exchange halts'],
        ['2013-04-10', 'Exchange halts after crash'],
        ['2013-04-11', 'Bitcoin crash: exchange down'],
      )
      expect(within[describeDays(within)?.headline ?? -1]?.title).toBe('Bitcoin crash: exchange down')
    })

    test('describes a topic without other days', () => {
      const within = documents(
        ['2013-04-10', 'Bitcoin crashes by half'],
        ['2013-04-10', 'Bitcoin crashes as exchange halts', 'r/law'],
        ['2013-04-11', 'Half of bitcoin is gone after it crashes', 'r/economics'],
      )
      const story = finish(createEventDescriber({ other: [], queryWords })(within))
      expect(story?.headline).not.toBeNull()
    })

    test('names days by the things that titles speak of before what these do, and without the capitals of a single headline', () => {
      const within = documents(
        ['2013-04-10', 'Should you sell? The storm, the exchange and bitcoin', 'r/a'],
        ['2013-04-10', 'Can a storm sink bitcoin: the CEO was FIRED, can he sink it?', 'r/b'],
        ['2013-04-11', 'What will sink the exchange after the storm? bitcoin', 'r/c'],
        ['2013-04-11', 'Is he fired from the exchange in a storm? bitcoin will sink', 'r/d'],
      )
      const terms = describeDays(within)?.terms ?? []
      expect(terms.slice(0, 2).toSorted()).toEqual(['exchange', 'storm'])
      expect(terms.slice(2).toSorted()).toEqual(['fired', 'sink'])
    })

    test('gives only terms where no story makes a quarter of the days, or none of its titles reports', () => {
      const mixed = documents(
        ['2013-04-10', 'Bitcoin coins stolen from exchange'],
        ['2013-04-10', 'Miners of bitcoin buy faster chips'],
        ['2013-04-11', 'Berlin bars accept bitcoin'],
        ['2013-04-11', 'Senate hears bitcoin experts'],
        ['2013-04-12', 'Bitcoin magazine prints its first issue'],
      )
      expect(describeDays(mixed)?.headline).toBeNull()
      const asking = documents(
        ['2013-04-10', 'Why does bitcoin crash by half?'],
        ['2013-04-10', 'Will the bitcoin crash end at half?', 'r/law'],
        ['2013-04-11', 'Is bitcoin half dead after the crash?', 'r/economics'],
      )
      const story = describeDays(asking)
      expect(story?.headline).toBeNull()
      expect(story?.terms).toEqual(expect.arrayContaining(['crash', 'half']))
    })

    test('quotes what was noticed most and reports where titles share little', () => {
      const within = documents(
        ['2013-04-10', 'Bitcoin coins stolen from exchange', 'r/news', 900],
        ['2013-04-10', 'The truth about bitcoin', 'r/law', 1_200],
        ['2013-04-10', 'Exchange: are my bitcoin coins safe?', 'r/Bitcoin', 2_000],
        ['2013-04-11', 'Berlin bars accept bitcoin'],
        ['2013-04-11', 'Senate hears bitcoin experts'],
        ['2013-04-11', 'Miners of bitcoin buy faster chips'],
        ['2013-04-11', 'Bitcoin magazine prints its issue'],
        ['2013-04-11', 'Bitcoin in schools'],
        ['2013-04-12', 'A museum of bitcoin'],
      )
      expect(within[describeDays(within)?.headline ?? -1]?.title).toBe('Bitcoin coins stolen from exchange')
    })

    test('names what happened to a topic by a title that only has it in its text, where another title of the group names it', () => {
      const within = documents(
        ['2013-04-10', 'Massive fire destroys exchange in Tokyo', 'r/news', 6_000],
        ['2013-04-10', 'Fire in Tokyo: exchange lost its bitcoin', 'r/japan', 90],
        ['2013-04-11', 'Tokyo fire leaves exchange in ruins', 'r/law', 40],
        ['2013-04-11', 'Bitcoin magazine prints its issue', 'r/media', 30],
      )
      expect(within[describeDays(within)?.headline ?? -1]?.title).toMatch(/^(?:Massive fire|Fire in Tokyo)/u)
    })

    test('explains a full month by no title that stands alone, however noticed it is', () => {
      const matters = ['Berlin bars', 'Senate experts', 'Faster chips', 'Printed issue', 'School clubs', 'New museum']
      const within = documents(
        ['2013-04-10', 'Bitcoin family in Oslo sells its house, its sofa and 2 cars', 'r/gadgets', 9_000],
        ...['2013-04-11', '2013-04-12'].flatMap((day) =>
          matters.map((matter): [string, string] => [day, `${matter} on ${day}`]),
        ),
      )
      expect(describeDays(within, { isBurst: false })).toMatchObject({ headline: null, mostNoticed: null })
      // of a burst it is what people noticed, and no headline
      expect(describeDays(within, { isBurst: true })).toMatchObject({ headline: null, mostNoticed: 0 })
    })

    test('says what many titles mention, with the capital of a name', () => {
      const within = documents(
        ['2013-04-10', 'Match Thread: Bitcoin Cup, Wimbledon Day 1', 'r/tennis'],
        ['2013-04-10', 'Who watches bitcoin at Wimbledon today?', 'r/a'],
        ['2013-04-11', 'My seat at Wimbledon, paid in bitcoin', 'r/b'],
        ['2013-04-11', 'Bitcoin at Wimbledon: is it raining?', 'r/c'],
        ['2013-04-12', 'What will Wimbledon do with bitcoin?', 'r/d'],
      )
      expect(describeDays(within)).toMatchObject({ headline: null, subject: 'Wimbledon' })
      expect(describeDays(within.slice(0, 3))?.subject).toBeNull()
    })

    test('quotes no document that stands alone, and none where there are none', () => {
      const within = documents(['2013-04-10', 'Bitcoin crashes'])
      expect(describeDays(within)).toEqual({
        headline: null,
        score: 0,
        members: [],
        mostNoticed: null,
        name: null,
        subject: null,
        terms: [],
      })
      expect(describeDays([])).toBeNull()
    })
  })

  describe('toldFrom', () => {
    test('an event is described by its first week, or by less when it was shorter', () => {
      const begun = { onset: '2013-04-10', peak: '2013-04-11' }
      expect(descriptionDays({ ...begun, until: null })).toEqual({ from: '2013-04-10', to: '2013-04-16' })
      expect(descriptionDays({ ...begun, until: '2013-04-11' })).toEqual({ from: '2013-04-10', to: '2013-04-11' })
    })

    test('a long event is described by its busiest week', () => {
      const campaign = { onset: '2012-08-29', peak: '2012-10-04' }
      expect(descriptionDays({ ...campaign, until: '2012-11-06' })).toEqual({ from: '2012-10-02', to: '2012-10-08' })
      expect(descriptionDays({ ...campaign, until: '2012-10-05' })).toEqual({ from: '2012-10-02', to: '2012-10-05' })
    })
  })
})

describe('headline style', () => {
  test('ranks a statement above a title that is cut, a question or about its author', () => {
    const statementStyle = headlineStyle('Hurricane Sandy makes landfall in New Jersey')
    expect(statementStyle).toBe(1)
    expect(headlineStyle('Ray Bradbury has died.')).toBe(1)
    for (const title of [
      'Hurricane sandy preparation... Complete',
      'I am ready for Hurricane Sandy',
      'Is Hurricane Sandy over?',
      'Will Hurricane Sandy make the price of oil rise? (Answer: YES)',
      'HURRICANE SANDY IS COMING FOR US!!!',
    ])
      expect([title, headlineStyle(title)]).toEqual([
        title,
        expect.toSatisfy((style: number) => style < statementStyle),
      ])
  })

  test.each([
    'ELI5: This Bitcoin mining thing again.',
    'Can someone explain bitcoin to me?',
    'What is bitcoin?',
    'Bitcoin explained in five minutes',
    "A beginner's guide to bitcoin",
    'Weekly bitcoin discussion thread',
    'Hurricane Sandy Megathread',
    'Daily Thread - 10 April 2013',
    'BitCoin Mining Rig: Feedback Please',
    'Question about bitcoin mining. What are we doing to make bitcoin?',
    'Need help choosing a bitcoin wallet',
  ])('%s does not report an event', (title) => {
    expect(headlineStyle(title)).toBeLessThan(0.3)
  })

  test.each([
    'What is happening in Ukraine',
    'Mt. Gox explains why trading halted',
    'Obama guides party to victory',
    'Weekly bitcoin volume reaches a record',
    'Cyprus needs help from Brussels',
    'Questions about safety follow the crash',
  ])('%s is no general explanation', (title) => {
    expect(headlineStyle(title)).toBeGreaterThan(0.5)
  })

  test.each([
    'RESUME PRO: Advanced Bitcoin Job Search Strategies',
    'Report: founder of bitcoin will be named Person of the Year',
    "Founder's goodbye letter to the bitcoin community",
    'Bitcoin, or How Not to Make Money',
    'Ten years ago bitcoin crashed',
    'Bitcoin news update: exchange closes',
  ])('%s is no report of what happened', (title) => {
    expect(headlineStyle(title)).toBeLessThan(0.9)
  })

  test('ranks a title that says what happened above one that shows a thing', () => {
    expect(headlineStyle('Perseid meteor shower to light up night sky')).toBe(1)
    expect(headlineStyle('Rainbow Perseid from the Perseid Meteor Shower')).toBe(0.9)
  })

  test('the United States are not its author', () =>
    expect(headlineStyle('U.S. officials asked for evacuation before the storm')).toBe(1))

  test('removes forum labels from a title', () =>
    expect(withoutAsides('[video] Bitcoin crashes (x-post from r/Bitcoin)')).toBe('Bitcoin crashes'))
})

describe('groups of headlines', () => {
  test('are the largest first, each with its terms and its documents, and without what stands alone', () => {
    const titles = [
      'Salmon tapeworm found in Alaska',
      'Tapeworm in Alaska salmon',
      'Salmon from Alaska carry tapeworm',
      'Alaska: salmon tapeworm warning',
      'Salmon prices fall in Norway',
      'Norway salmon prices drop',
      'Prices of Norway salmon',
      'Grilled salmon for ten',
      'A salmon swims past my window',
    ]
    const groups = groupHeadlines(
      titles.map((title, at) => ({ title, outlet: `r/${at}`, publishedAt: '2017-01-13T12:00:00Z', reactions: null })),
      { queryWords: ['salmon'], reader: null },
    )
    expect(groups.map(({ documents }) => documents.toSorted((a, b) => a - b))).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6],
    ])
    const words = groups.map(({ terms }) => terms.map((term) => term.toLowerCase()).toSorted())
    expect(words.map((terms) => terms.slice(0, 2))).toEqual([
      ['alaska', 'tapeworm'],
      ['norway', 'prices'],
    ])
  })
})
