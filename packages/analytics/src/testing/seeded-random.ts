export { createRandom as createSeededRandom, type Random as SeededRandom } from '@auspex/contract/random'
