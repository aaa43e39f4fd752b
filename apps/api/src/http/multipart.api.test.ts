import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const boundary = 'a-boundary'
const part = (disposition: string, value: string, type = '') =>
  `--${boundary}\r\nContent-Disposition: form-data${disposition}\r\n${type}\r\n${value}\r\n`
const title = part('; name="title"', 'Plant milks')
const image = (bytes: number) =>
  part('; name="file"; filename="cover.png"', 'x'.repeat(bytes), 'Content-Type: image/png\r\n')

const send = (...parts: string[]) =>
  api.request({
    method: 'POST',
    path: '/portfolio/create',
    as: 'mira',
    body: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })

/** The form was parsed, and the uploaded file is not a picture. */
const noPicture = { status: 422, code: 'images.unsupported' }

describe('a multipart form', () => {
  test('is parsed with its picture', async () => {
    expect((await send(title, image(2_000_000))).json()).toMatchObject(noPicture)
  })

  test('with a picture beyond 5 MB answers 413', async () => {
    expect((await send(title, image(5_300_000))).statusCode).toBe(413)
  })

  test('with a picture in a text field, or text in a picture field, answers 422 and names the field', async () => {
    const asFile = part('; name="title"; filename="a.txt"', 'Plant milks', 'Content-Type: text/plain\r\n')
    expect((await send(asFile)).json()).toMatchObject({
      status: 422,
      errors: expect.arrayContaining([{ in: 'body', pointer: '/title', message: 'must not be a file' }]),
    })
    const asText = part('; name="file"', 'no picture')
    expect((await send(title, asText)).json()).toMatchObject({
      status: 422,
      errors: [{ in: 'body', pointer: '/file' }],
    })
  })

  test('with an unnamed part answers 422', async () => {
    expect((await send(title, part('', 'whose?'))).json()).toMatchObject({ status: 422, code: 'request.invalid' })
  })

  test('without its boundary answers 422', async () => {
    const reply = await api.request({
      method: 'POST',
      path: '/portfolio/create',
      as: 'mira',
      body: title,
      headers: { 'content-type': 'multipart/form-data' },
    })
    expect(reply.json()).toMatchObject({ status: 422, code: 'request.invalid' })
  })

  test('with more text in its fields than the maximum body answers 413', async () => {
    const field = (name: string) => part(`; name="${name}"`, 'x'.repeat(600_000))
    expect((await send(field('title'), field('description'))).statusCode).toBe(413)
  })

  test.each([
    ['in the middle of a picture', `${title}${image(50_000)}`.slice(0, -20_000)],
    ['right behind the headers of a picture', `${title}${image(0)}`.slice(0, -2)],
    ['in the middle of a text', title.slice(0, -5)],
    ['before its first part', `--${boundary}`],
  ])('that ends %s answers 422, and the server continues', async (_, body) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const reply = await api.request({ method: 'POST', path: '/portfolio/create', as: 'mira', body, headers })
    expect(reply.json()).toMatchObject({ status: 422, code: 'request.invalid' })
    expect((await send(title, image(10))).json()).toMatchObject(noPicture)
  })

  test('with too many parts answers 413', async () => {
    expect((await send(...Array.from({ length: 100 }, (_, index) => part(`; name="f${index}"`, 'x')))).statusCode).toBe(
      413,
    )
  })
})

test('a path parameter that is far too long answers 422', async () => {
  const reply = await api.request({ method: 'GET', path: `/signal/doc_count/${'a'.repeat(5000)}`, as: 'mira' })
  expect(reply.statusCode).toBe(422)
})
