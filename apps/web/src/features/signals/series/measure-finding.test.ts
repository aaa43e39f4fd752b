import { getSignalReportResponseMock } from '@auspex/sdk/msw'
import { expect, test } from 'vitest'
import { measureFinding } from './measure-finding.ts'

const { query, volume } = getSignalReportResponseMock()
const [point] = volume.points
if (point === undefined) throw new Error('The example has no point.')
const month = (name: string, lastDay: string, storyClusters: number, share: number) => ({
  ...point,
  firstDay: `${name}-01`,
  lastDay: `${name}-${lastDay}`,
  documents: name === '2019-03' ? 900 : 10,
  storyClusters,
  share,
})
const points = [month('2018-01', '31', 10, 0.03), month('2019-03', '31', 10, 0.01), month('2020-05', '31', 40, 0.01)]
const find = (measure: 'stories' | 'share', of = points) =>
  measureFinding({ ...query, subject: 'salmon from Norway' }, { points: of, measure, interval: 'month' })

test('the title of a chart tells of the measure that is chosen', () => {
  expect(find('stories')).toBe('By stories, talk of salmon from Norway is highest in May 2020, at 40')
  expect(find('share')).toMatch(
    /^As a share of all documents, talk of salmon from Norway is highest in Jan.* 2018, at 3/,
  )
})

test('no month is named where two are the highest, nor where nothing is drawn', () => {
  expect(find('stories', points.slice(0, 2))).toBe('By stories: how much is said about salmon from Norway')
  expect(find('stories', [])).toBe('By stories: how much is said about salmon from Norway')
})
