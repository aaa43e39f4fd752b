import { describe, expect, test } from 'vitest'
import { lineOfPointer } from './contract-file.ts'

const text = `{
  "paths": {
    "/a": { "get": { "tags": ["x", {
      "y": "}]\\"{"
    }] } },
    "/b/{id}": {
      "post": null
    }
  },
  "after": 1
}`

describe('the line of a pointer', () => {
  test.each([
    ['', 1],
    ['/paths', 2],
    ['/paths/~1a/get/tags/1/y', 4],
    ['/paths/~1b~1{id}/post', 7],
    ['/after', 10],
    ['/paths/~1c', null],
    ['/after/deeper', null],
  ])('%s is %s', (pointer, line) => {
    expect(lineOfPointer(text, pointer)).toBe(line)
  })
})
