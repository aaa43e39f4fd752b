import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../scenarios/catalogue.ts'
import { greeting, help, scenarioList, readArguments } from './read-arguments.ts'

const serve = (...argv: string[]) => {
  const args = readArguments(argv)
  if (args.kind !== 'serve') throw new Error(`This is ${args.kind}`)
  return args
}

describe('the command line', () => {
  test('serves the contract on port 4010 of localhost by default', () => {
    expect(serve()).toMatchObject({
      port: 4010,
      host: '127.0.0.1',
      seed: 1,
      contract: null,
      scenarios: [],
      proxy: null,
    })
  })

  test('turns a delay into the scenario slow, before the others', () => {
    expect(serve('--delay', '200', '-s', 'flaky=5', '-s', 'empty').scenarios).toEqual(['slow=200', 'flaky=5', 'empty'])
  })

  test('finds the assistant contract next to that of the API', () => {
    expect(serve('--proxy', 'http://localhost:4000/api').proxy?.assistant.href).toBe('http://localhost:4000/assistant')
  })

  test('separates a command from its own options', () => {
    expect(serve('--port', '0', '--', 'npm', 'test', '--port', '7')).toMatchObject({
      port: 0,
      command: ['npm', 'test', '--port', '7'],
    })
  })

  test.each([
    [['--port', 'x'], /^--port is a whole number from 0 to 65535, not "x"$/],
    [['--prot', '1'], /^Unknown option '--prot'; auspex-mock --help lists the options$/],
    [['contract.json'], /^Unexpected argument 'contract.json'/],
    [['--strict'], /^--strict judges a real server, so it needs --proxy URL$/],
    [['--proxy', 'localhost:4000'], /^--proxy is the address of a server/],
    [['--proxy', 'http://localhost:4000/api', '--delay', '5'], /^Scenarios belong to the mock/],
  ])('%j fails with one sentence', (argv, message) => {
    expect(() => readArguments(argv)).toThrow(message)
  })
})

describe('the printed help', () => {
  test('names every option and every scenario', () => {
    for (const option of [
      'port',
      'host',
      'seed',
      'contract',
      'watch',
      'scenario',
      'delay',
      'proxy',
      'strict',
      'log',
      'quiet',
    ])
      expect(help).toContain(`--${option}`)
    for (const { name } of catalogue) expect(scenarioList).toContain(name)
  })

  test('has three calls to try', () => {
    const contract = loadContract(readContractDocument())
    const text = greeting({ contract, url: 'http://127.0.0.1:4010', ms: 300, proxy: null })
    expect(text.match(/curl .*http:\/\/127\.0\.0\.1:4010\/api\//g)).toHaveLength(3)
  })
})
