import { describe, expect, test } from 'vitest'
import { findNearestField } from './nearest-field.ts'

const query = [
  'query_term',
  'x_term',
  'y_term',
  'isCompound',
  'geo',
  'entity',
  'sources',
  'startDate',
  'endDate',
  'feeds',
  'check_cache',
  'force',
]
const list = ['userId', 'page', 'perPage', 'searchTerm', 'sort', 'direction']
const span = ['id', 'entity', 'geo', 'start_date_time', 'end_date_time', 'tone_type']

describe('the field that was probably meant', () => {
  test.each<[string, readonly string[], string]>([
    // the same name in another spelling
    ['queryTerm', query, 'query_term'],
    ['QUERY-TERM', query, 'query_term'],
    ['is_compound', query, 'isCompound'],
    ['checkCache', query, 'check_cache'],
    ['per_page', list, 'perPage'],
    ['term_x', query, 'x_term'],
    ['dateStart', query, 'startDate'],
    // misspelled
    ['qurey_term', query, 'query_term'],
    ['enttiy', query, 'entity'],
    ['startDat', query, 'startDate'],
    ['source', query, 'sources'],
    ['pages', list, 'page'],
    ['serachTerm', list, 'searchTerm'],
    // a synonym
    ['start_date_time', query, 'startDate'],
    ['end_date_time', query, 'endDate'],
    ['from', query, 'startDate'],
    ['since', query, 'startDate'],
    ['to', query, 'endDate'],
    ['until', query, 'endDate'],
    ['startDate', span, 'start_date_time'],
    ['endDate', span, 'end_date_time'],
    ['sentiment', span, 'tone_type'],
    ['country', query, 'geo'],
    ['countryCode', query, 'geo'],
    ['region', query, 'geo'],
    ['q', query, 'query_term'],
    ['query', query, 'query_term'],
    ['term', query, 'query_term'],
    ['keyword', query, 'query_term'],
    ['topic', query, 'query_term'],
    ['refresh', query, 'force'],
    ['noCache', query, 'force'],
    ['platform', query, 'sources'],
    ['limit', list, 'perPage'],
    ['pageSize', list, 'perPage'],
    ['q', list, 'searchTerm'],
    ['orderBy', list, 'sort'],
    // with a word more or less
    ['signal_query_term', query, 'query_term'],
    ['compound', query, 'isCompound'],
  ])('of %s', (name, known, expected) => {
    expect(findNearestField(name, known)).toBe(expected)
  })
})

test.each(['favouriteColour', '', '_', '__proto__', 'a'.repeat(10_000), 'мова', '🙂', 'ab'])(
  '%s is like none',
  (name) => {
    expect(findNearestField(name, query)).toBeNull()
  },
)
