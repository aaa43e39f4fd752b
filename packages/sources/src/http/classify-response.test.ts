import { describe, expect, test } from 'vitest'

import { classifyResponse } from './classify-response.ts'
import type { AnswerFormat } from './http.types.ts'
import { parseRetryAfter, waitAskedFor } from './retry-after.ts'

const classify = (
  body: string,
  { httpStatus = 200, kind = 'json' }: { httpStatus?: number; kind?: AnswerFormat } = {},
) => classifyResponse({ httpStatus, contentType: 'text/html', body }, { expect: kind })?.status ?? null

describe('classifyResponse', () => {
  test.each([
    ['{"hits":[]}', null],
    ['[]', null],
    ['  {"articles":[{"title":"Quota exceeded at the port","url":"x"}]}', null],
    ['Rate exceeded.', 'rate_limited'],
    ['{"Note":"Our standard API call frequency is 5 calls per minute"}', 'rate_limited'],
    ['{"error":"Invalid API key"}', 'auth'],
    ['{"error":"cannot parse numericFilters"}', 'schema_changed'],
    ['<html><title>Just a moment...</title></html>', 'blocked'],
    ['<!DOCTYPE html><p>Welcome</p>', 'schema_changed'],
    ['', 'schema_changed'],
    ['{"hits":[', 'schema_changed'],
  ])('%j with status 200 is %s', (body, status) => expect(classify(body)).toBe(status))

  test.each([
    [401, '', 'auth'],
    [403, '', 'blocked'],
    [403, 'Daily quota used up', 'rate_limited'],
    [404, '', 'schema_changed'],
    [301, '', 'schema_changed'],
    [418, '', 'blocked'],
    [422, '', 'bad_query'],
    [429, '', 'rate_limited'],
    [451, '', 'blocked'],
    [500, '', 'upstream_down'],
    [503, 'Too many requests', 'rate_limited'],
  ])('%i with "%s" is %s', (httpStatus, body, status) => expect(classify(body, { httpStatus })).toBe(status))

  test('a web page is no feed', () => {
    expect(classify('<!doctype html><p>x', { kind: 'feed' })).toBe('schema_changed')
    expect(classify('<?xml version="1.0"?><rss/>', { kind: 'feed' })).toBeNull()
    expect(classify('<rss><item><title>Captcha wars</title></item></rss>', { kind: 'feed' })).toBeNull()
  })
})

describe('other kinds of answers', () => {
  test.each<[AnswerFormat, string, string | null]>([
    ['xml', '<?xml version="1.0"?><set/>', null],
    ['xml', 'Rate exceeded.', 'rate_limited'],
    ['xml', '<html><p>Just a moment</p></html>', 'blocked'],
    ['xml', '', 'schema_changed'],
    ['lines', '{"a":1}\n{"a":2}', null],
    ['lines', '', null],
    ['lines', '<Error/>', 'schema_changed'],
    ['page', '<html><p>The filing mentions a captcha</p></html>'.padEnd(30_000), null],
    ['page', '<html><p>Verify you are human</p></html>', 'blocked'],
    ['page', ' ', 'schema_changed'],
  ])('as %s, %j is %s', (kind, body, status) => expect(classify(body, { kind })).toBe(status))

  test('a 404 that means "nothing" is an answer; any other is none', () => {
    const request = { expect: 'json', nothingFound: /"NOT_FOUND"/ } as const
    const answered = (httpStatus: number, body: string) =>
      classifyResponse({ httpStatus, contentType: 'application/json', body }, request)?.status ?? null
    expect(answered(404, '{"error":{"code":"NOT_FOUND"}}')).toBeNull()
    expect(answered(404, '<html></html>')).toBe('schema_changed')
    expect(answered(500, '{"error":{"code":"NOT_FOUND"}}')).toBe('upstream_down')
  })
})

describe('parseRetryAfter', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  test.each([
    ['120', 120_000],
    ['0', 0],
    ['Mon, 01 Jun 2026 00:01:00 GMT', 60_000],
    ['Sun, 31 May 2026 00:00:00 GMT', 0],
    ['Monday, 01-Jun-26 00:01:00 GMT', 60_000],
    [null, null],
    ['', null],
    ['-5', null],
    ['soon', null],
    ['1.5', null],
  ])('%s is %s ms', (value, ms) => expect(parseRetryAfter(value, now)).toBe(ms))
})

describe('waitAskedFor', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  test.each<[Record<string, string>, number | null]>([
    [{ 'retry-after': '7', 'x-ratelimit-reset': '90' }, 7000],
    [{ 'x-ratelimit-reset': '90' }, 90_000],
    [{ 'x-ratelimit-reset': '2026-06-01T00:02:00.000Z' }, 120_000],
    [{ 'ratelimit-reset': String(now.getTime() / 1000 + 30) }, 30_000],
    [{ 'x-ratelimit-reset': 'soon' }, null],
    [{}, null],
  ])('%j is %s ms', (headers, ms) => expect(waitAskedFor((name) => headers[name] ?? null, now)).toBe(ms))
})
