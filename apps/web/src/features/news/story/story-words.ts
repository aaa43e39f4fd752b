import type { NewsClusterLife, NewsLineage } from '@auspex/sdk'

export const phaseWords: Readonly<Record<NewsClusterLife['phase'], string>> = {
  developing: 'Developing',
  quiet: 'Quiet',
  over: 'Over',
}

export const lineageWords: Readonly<Record<NewsLineage['kind'], string>> = {
  began: 'Began',
  grew: 'Grew',
  merged: 'Merged with another',
  split: 'Split in two',
}
