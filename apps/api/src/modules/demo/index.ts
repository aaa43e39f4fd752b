export { createDemoLibrary, demoSeed, type DemoLibraryOptions } from './demo-library.ts'
