/** The interactive parts of the pages: evidence, filters, keys, links, copying, light and dark. */
import { copyButtons } from './copy.ts'
import { deepLinks } from './deep-link.ts'
import { exchangeList } from './exchange-list.ts'
import { requirementFilter } from './filter.ts'
import { keyboard } from './keyboard.ts'
import { requirementEvidence } from './requirement-evidence.ts'
import { tableFilter } from './table-filter.ts'
import { tableSort } from './table-sort.ts'
import { theme } from './theme.ts'

theme()
requirementFilter()
tableFilter()
tableSort()
copyButtons()
keyboard()
requirementEvidence()
deepLinks()
exchangeList()
