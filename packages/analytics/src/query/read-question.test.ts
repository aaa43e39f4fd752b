import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { phraseCandidates, readQuestion } from './read-question.ts'

const today = '2026-11-23'
const library = new Set(['new york', 'oat milk', 'elon musk', 'the who'])
const read = (text: string) => readQuestion(text, { today, isKnown: (phrase) => library.has(phrase) })

describe('a typed question', () => {
  test.each([
    ['is bitcoin a bubble?', 'bitcoin AND bubble', null, null],
    ['what happened to nokia in 2011', 'nokia', '2011-01-01', '2011-12-31'],
    ['why are people angry about uber?', 'angry AND uber', null, null],
    ['Who talks about electric cars?', 'electric AND cars', null, null],
    ['how popular is oat milk?', 'oat milk', null, null],
    ['what does Elon Musk say about mars', '"Elon Musk" AND mars', null, null],
    ['did the euro crisis start before 2010?', 'euro AND crisis', null, '2009-12-31'],
    ['what happened in New York on 29 October 2012?', 'New York', '2012-10-29', '2012-10-29'],
    ['what was said of greece between 2010 and 2012?', 'greece', '2010-01-01', '2012-12-31'],
    ['how has vaping changed since march 2014', 'vaping', '2014-03-01', null],
    ['is tesla growing?', 'tesla', null, null],
    ["what's going on with gamestop this year?", 'gamestop', '2026-01-01', '2026-11-23'],
    ['why did everyone talk about covid-19 last month?', 'covid-19', '2026-10-01', '2026-10-31'],
    ['what about privacy in the last 30 days?', 'privacy', '2026-10-25', '2026-11-23'],
    ['what is the US doing about climate change?', 'US AND climate AND change', null, null],
    ['tell me about the who', 'the who', null, null],
    ['How did oat milk do in June?', 'oat milk', '2026-06-01', '2026-06-30'],
    ['what has changed for tea since march', 'tea', '2026-03-01', null],
    ['what happened to tesla last december?', 'tesla', '2025-12-01', '2025-12-31'],
    ['what happened to tesla last november?', 'tesla', '2025-11-01', '2025-11-30'],
    ['what happened in may to tesla?', 'tesla', '2026-05-01', '2026-05-31'],
    ['who sank in may river?', 'sank AND river', null, null],
    ['who sings in June Carter films?', 'sings AND June AND Carter AND films', null, null],
    ['are there protests in iran today?', 'protests AND iran', '2026-11-23', '2026-11-23'],
    ['What Is Happening In Iran Today?', 'Iran', '2026-11-23', '2026-11-23'],
    ['are there protests in Iran Today?', 'protests AND Iran', '2026-11-23', '2026-11-23'],
    ['what did USA Today write about tea?', 'USA AND Today AND write AND tea', null, null],
    ['what did USA Today write today?', 'USA AND Today AND write', '2026-11-23', '2026-11-23'],
    [
      'what has Savannah Guthrie said since Today Show ratings fell?',
      'Savannah AND Guthrie AND Today AND ratings AND fell',
      null,
      null,
    ],
    ['Today Apple fell, why?', 'Apple AND fell', '2026-11-23', '2026-11-23'],
    ['what has changed for tea since yesterday?', 'tea', '2026-11-22', null],
    ['what happened to nokia in 2010–2012?', 'nokia', '2010-01-01', '2012-12-31'],
    ['what happened to nokia in 2010-2012?', 'nokia', '2010-01-01', '2012-12-31'],
    ['what happened to nokia in 2010–12?', 'nokia', '2010-01-01', '2012-12-31'],
    ['how bad was the crisis of 2008-09?', 'bad AND crisis', '2008-01-01', '2009-12-31'],
    ['how did tea do since 2010–12?', 'tea', '2010-01-01', null],
    ['how did tea do since 2010–2012?', 'tea', '2010-01-01', null],
    ['how did arsenal play before 2014–15?', 'arsenal AND play', null, '2013-12-31'],
    ['how did arsenal play after 2014–15?', 'arsenal AND play', '2016-01-01', null],
    ['what happened to nokia in 2012–06?', 'nokia', '2012-01-01', '2012-12-31'],
    ['were there protests on 10 April 2013–12 April?', 'protests AND 12 AND April', '2013-04-10', '2013-04-10'],
    ['what happened to nokia from 2014 to 2013?', 'nokia', '2013-01-01', '2014-12-31'],
    ['what was said of greece between 2012 and 2010?', 'greece', '2010-01-01', '2012-12-31'],
    ['how did tea do from 2015 to today?', 'tea', '2015-01-01', '2026-11-23'],
    ['how did tea do until yesterday?', 'tea', null, '2026-11-22'],
    ['what has changed since June Carter died?', 'June AND Carter AND died', null, null],
    ['What Has Changed Since March In Iran?', 'Iran', '2026-03-01', null],
    ['What Happened Last March In Iran?', 'Iran', '2026-03-01', '2026-03-31'],
    ['Is Tea Up Since Last May In China?', 'Tea AND China', '2026-05-01', '2026-05-31'],
    ['Why Has the Price of Tea Risen Since June Rains?', 'Price AND Tea AND Risen AND Rains', '2026-06-01', null],
    ['since March Amazon has grown, why?', 'Amazon AND grown', '2026-03-01', null],
    ['what has changed for tea since June I wonder?', 'tea AND wonder', '2026-06-01', null],
    ['how did Tesla do in October Elon?', 'Tesla AND Elon', '2026-10-01', '2026-10-31'],
    ['why did sales in May rise?', 'sales AND rise', '2026-05-01', '2026-05-31'],
    ['who plays in March Madness games?', 'plays AND March AND Madness AND games', null, null],
    ['how did tea do in the last May?', 'tea', '2026-05-01', '2026-05-31'],
    ['how did tea do in the last march?', 'tea', '2026-03-01', '2026-03-31'],
    ['what happened to nokia around 2019-13-29?', 'nokia', '2019-01-01', '2019-12-31'],
    ['who led the last march on Washington?', 'led AND last AND march AND Washington', null, null],
  ])('%s → %s', (text, query, from, until) => {
    expect(read(text)).toMatchObject({ query, from, until })
  })

  test.each([
    ['nokia in 2011', 'nokia', '2011-01-01', '2011-12-31'],
    ['uber london since June 2017', 'uber london', '2017-06-01', null],
    ['oat milk in June', 'oat milk', '2026-06-01', '2026-06-30'],
    ['sales in November', 'sales', '2026-11-01', '2026-11-30'],
    ['privacy, June 2013', 'privacy', '2013-06-01', '2013-06-30'],
    ['privacy, June 2013 – August 2013', 'privacy', '2013-06-01', '2013-08-31'],
    ['protests in Iran Today', 'protests in Iran', '2026-11-23', '2026-11-23'],
    ['Bitcoin Today', 'Bitcoin', '2026-11-23', '2026-11-23'],
    ['hurricane sandy on October 29, 2012', 'hurricane sandy', '2012-10-29', '2012-10-29'],
  ])('reads days in phrases that are not questions: %s → %s', (text, query, from, until) => {
    expect(read(text)).toMatchObject({ query, from, until })
  })

  test('names the subject one part at a time', () => {
    expect(read('why do people love oat milk and coffee?')?.words).toEqual(['love', 'oat milk', 'coffee'])
  })

  test.each([
    'bitcoin',
    'oat milk',
    'windows 2000',
    'blade runner 2049',
    'May',
    'theresa may',
    'sunspots on 1859-13-45',
    'march of the penguins',
    'hotels in mar del plata',
    '"is bitcoin a bubble"',
    'what AND why',
    'bitcoin -bubble',
    'is it tone:negative',
    'vaccin* in 2011',
    'what (tea OR coffee)',
    'oat near/5 milk',
    'what "is',
    'what is it?',
    'who?',
    '',
    '   ',
  ])('%j is left as it is', (text) => {
    expect(read(text)).toBeNull()
  })

  test.each(['what is C++?', "why don't we like O'Reilly & Co?", 'is ½ more than 日本?'])(
    '%j gives a valid query',
    (text) => expect(parseQuery(read(text)?.query ?? '').ok).toBe(true),
  )

  test.each(['who is AND?', 'is it or not near/3?'])('%j, which would be no valid query, gives nothing', (text) => {
    expect(read(text)).toBeNull()
  })

  test('ignores a day that does not exist or is in the future', () => {
    expect(read('what happened to ebay on 31 February 2012?')).toMatchObject({
      from: '2012-02-01',
      until: '2012-02-29',
    })
    expect(read('what happened to ebay on 2012-02-31?')).toMatchObject({ from: '2012-02-01', until: '2012-02-29' })
    expect(read('will cars fly in 2050?')).toMatchObject({ query: 'cars AND fly AND 2050', from: null, until: null })
  })

  test('offers runs of two to four words as possible phrases', () => {
    expect(phraseCandidates('is new york safe?')).toEqual(
      expect.arrayContaining(['is new', 'new york', 'york safe', 'is new york safe']),
    )
    expect(phraseCandidates('tea AND milk')).toEqual([])
  })
})
