/** What the pages do beyond showing: evidence, filters, keys, links, copying, light and dark. */
import { copyButtons } from './copy.js'
import { deepLinks } from './deep-link.js'
import { exchangeList } from './exchange-list.js'
import { requirementFilter } from './filter.js'
import { keyboard } from './keyboard.js'
import { requirementEvidence } from './requirement-evidence.js'
import { tableFilter } from './table-filter.js'
import { theme } from './theme.js'

theme()
requirementFilter()
tableFilter()
copyButtons()
keyboard()
requirementEvidence()
deepLinks()
exchangeList()
