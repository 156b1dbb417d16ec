/** Words that invented people and places are made of. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const MEN = words(`
  James Robert Michael David William Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark Steven Andrew Paul Joshua Kenneth Kevin
  Brian George Timothy Ronald Jason Edward Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel
  Gregory Alexander Patrick Frank Raymond Jack Dennis Jerry Tyler Aaron Jose Henry Adam Douglas Nathan Peter Zachary Kyle Walter Harold
  Marcus Carlos Luis Hector Wei Raj Omar Dmitri Kofi Anders Tomas Emeka Hiroshi Arjun Mateo Isaac Wesley Russell Curtis Glenn`)

export const WOMEN = words(`
  Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Sandra Betty Ashley Emily Kimberly Margaret Donna Michelle
  Carol Amanda Melissa Deborah Stephanie Rebecca Sharon Laura Cynthia Dorothy Amy Kathleen Angela Shirley Brenda Pamela Emma Nicole Helen Samantha
  Katherine Christine Debra Rachel Carolyn Janet Catherine Maria Heather Diane Ruth Julie Olivia Joyce Virginia Victoria Kelly Lauren Christina Joan
  Priya Mei Fatima Ingrid Lucia Amara Noriko Elena Rosa Anjali Simone Claudia Vivian Theresa Monica Denise Gloria Annette Beverly Lorraine`)

export const FAMILY_NAMES = words(`
  Abernathy Alvarado Anderson Archer Ashworth Baker Ballard Barlow Barrett Beckett Bennett Bishop Blackwell Bowman Brandt Brennan Briggs Brooks Bryant Burke
  Caldwell Callahan Cameron Carver Castillo Chambers Chandler Chen Clarke Coleman Connolly Cooper Cortez Crawford Cruz Dalton Davenport Delgado Dempsey Dixon
  Donovan Drake Duncan Eaton Ellison Emerson Engel Estrada Farrell Fielding Finch Fischer Fleming Fletcher Forsythe Foster Frazier Gallagher Garrison Gibson
  Goodwin Graham Granger Greene Gupta Haines Hale Hammond Hanson Harlow Harmon Hartman Haskell Hawthorne Hayes Henderson Herrera Higgins Hobbs Holloway
  Horton Hughes Ibarra Ingram Jacobsen Jansen Jennings Johansson Keating Keller Kendrick Kensington Kim Kirby Klein Knapp Kowalski Lambert Langley Larkin
  Lawson Leighton Lindgren Lockwood Lombardi Lowell Lund MacLeod Maddox Marlowe Marsh Mathis Maxwell McBride McKenna Mercer Merritt Middleton Monroe Montoya
  Morrow Mueller Nakamura Navarro Nichols Nolan Norwood Novak Oakley Ochoa Okafor Olsen Osborne Owens Paige Palmer Parrish Patel Pearson Pennington
  Perkins Petrov Pierce Porter Prescott Quinn Ramsey Randall Rawlings Redmond Reeves Reyes Rhodes Ritter Rivera Roberts Rosario Rowland Sandoval Sawyer
  Schaefer Schultz Sheldon Sheridan Sinclair Sloan Snyder Sorensen Spencer Stafford Stanton Sterling Stokes Sutton Swanson Talbot Tanaka Temple Thornton Tillman
  Torres Tran Tucker Underwood Valdez Vance Vaughn Wagner Walden Walsh Watkins Webster Weiss Whitaker Whitfield Wilder Winslow Woodruff Wyatt Yates Zimmerman`)

/** Title and yearly pay in dollars, lowest and highest. */
export const OFFICER_TITLES: readonly (readonly [title: string, least: number, most: number])[] = [
  ['Vice President', 98_000, 150_000],
  ['Vice President', 98_000, 150_000],
  ['Vice President, Commercial Lending', 110_000, 165_000],
  ['Vice President, Retail Banking', 95_000, 140_000],
  ['Vice President, Information Technology', 105_000, 158_000],
  ['Vice President, Human Resources', 98_000, 145_000],
  ['Senior Vice President', 140_000, 215_000],
  ['Senior Vice President, Lending', 150_000, 230_000],
  ['Assistant Vice President', 78_000, 108_000],
  ['Assistant Vice President', 78_000, 108_000],
  ['Branch Manager', 72_000, 98_000],
  ['Branch Manager', 72_000, 98_000],
  ['Loan Officer', 70_000, 115_000],
  ['Commercial Loan Officer', 84_000, 135_000],
  ['Executive Vice President', 210_000, 340_000],
]
export const EMPLOYEE_TITLES: readonly (readonly [title: string, least: number, most: number])[] = [
  ['Credit Analyst', 62_000, 84_000],
  ['Operations Supervisor', 58_000, 79_000],
  ['Compliance Analyst', 62_000, 88_000],
  ['Branch Supervisor', 56_000, 72_000],
  ['Systems Administrator', 70_000, 96_000],
  ['Trust Officer', 76_000, 110_000],
  ['Mortgage Specialist', 60_000, 92_000],
]

/** Two halves of an invented place, and what institutions are called: checked against the FDIC's lists of real ones. */
export const PLACE_FRONTS = words(
  `Arrow Bramble Cinder Dapple Ember Fallow Gable Hollin Inver Juniper Kestrel Larch Marrow Nettle Otter Plover Quarry Rookery Sable Thistle Umber Vesper Wether Yarrow Zephyr`,
)
export const PLACE_BACKS = words(`brook combe dale fell gate holm leigh mere ness ridge shaw stead thorpe wick worth`)
export const BANK_KINDS: readonly string[] = [
  'Bank',
  'Savings Bank',
  'National Bank',
  'Bank & Trust',
  'Community Bank',
  'State Bank',
  'Trust Company',
]
