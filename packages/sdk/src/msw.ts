/** Mock handlers (msw 3) of every operation, which respond with the contract's examples. */
export * from './generated/msw/index.ts'
