/** Tells Redocly what the contract's own extensions hold, so that bundling keeps their references instead of copying what they name. */
export default () => ({
  id: 'auspex',
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
