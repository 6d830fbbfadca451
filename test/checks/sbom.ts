import { parseArgs } from 'node:util'
import { billText } from '../../scripts/release/bill.ts'

/**
 * `npm run sbom [-- --all]`: what the shop is made of, as CycloneDX; with --all also the packages that only build and
 * test it.
 */
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
process.stdout.write(billText(values.all))
