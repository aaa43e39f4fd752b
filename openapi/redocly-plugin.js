const limit = { type: 'integer', minimum: 0, maximum: 1_000_000 }

/** These texts are part of the contract. */
const rateLimitHeaders = {
  'X-RateLimit-Limit': {
    description:
      'Requests that this person, or without an access token this network, may send in a minute. What is refused before it is counted has none of these three headers: a token that is not valid, and a person without the role, the scope or the module.',
    schema: { ...limit, minimum: 1 },
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: limit },
  'X-RateLimit-Reset': {
    description: 'Seconds until all of them may be sent again.',
    schema: { ...limit, maximum: 3600 },
  },
}

const references = Object.fromEntries(
  Object.keys(rateLimitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

/** Written out, they would be 2,000 lines. Not for 401, because unauthenticated callers are refused before anything is counted. */
function addRateLimitHeaders() {
  return {
    Root: {
      leave({ paths, components }) {
        components.headers = { ...components.headers, ...rateLimitHeaders }
        const operations = Object.values(paths).flatMap((item) => Object.values(item))
        const responses = [
          ...Object.entries(components.responses),
          ...operations.flatMap((operation) => Object.entries(operation.responses ?? {})),
        ]
        for (const [key, response] of responses)
          if (key !== 'Unauthorized' && response.$ref === undefined)
            response.headers = { ...response.headers, ...references }
      },
    },
  }
}

/** Describes the contract's own extensions to Redocly, so that bundling keeps their references instead of inlining the target. */
export default () => ({
  id: 'auspex',
  decorators: { oas3: { 'rate-limit-headers': addRateLimitHeaders } },
  typeExtension: {
    oas3: (types) => ({
      ...types,
      ServerSentEvents: { properties: {}, additionalProperties: 'Schema' },
      Operation: {
        ...types.Operation,
        properties: { ...types.Operation.properties, 'x-sse-events': 'ServerSentEvents' },
      },
    }),
  },
})
