/** `assay listing`: its options and its help. */

import type { ListingFlags } from '../listing/listing.ts'
import type { Declare } from '../options/declare.ts'
import { each } from '../options/option-values.ts'

export const listingCommand: Declare = (program, io, done) => {
  program
    .command('listing')
    .summary('a static site of certified products, from their bundles')
    .description(
      'Verifies bundles as assay verify does and makes a site of those that verify: products with filter and sorting, their ' +
        'requirements side by side, reports, certificates and badges. What does not verify is left out and named.',
    )
    .argument('<dir...>', 'bundles, or folders of bundles')
    .requiredOption('-o, --out <dir>', 'where to write the site')
    .option('--key <pub>', "a vendor's public key (repeatable; default: assay.pub next to each bundle)", each)
    .option('--witness <pub>', 'public key of a witness whom you trust (repeatable)', each)
    .option('--revocations <file>', 'a signed revocation list; needs --revocation-key')
    .option('--revocation-key <pub>', 'whose signature the revocation list carries')
    .addHelpText(
      'after',
      '\nExample:\n  assay listing submissions --key acme.pub --key other.pub --out site\n\nExit status: 0 all listed, 1 some do not verify and are left out, 2 usage.\n',
    )
    .action(async (folders: string[], flags: ListingFlags) => {
      const { listing } = await import('../listing/listing.ts')
      done(await listing(folders, flags, io))
    })
}
