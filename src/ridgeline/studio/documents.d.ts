// The documents of the service, for the type checker: written by `python -m tools.document_types`.

export type AgreementAnswer = {
  pairs: Array<AnnotatorPair>;
};
export type AnnotatorPair = {
  first: string;
  second: string;
  pages: number;
  word_f1: number;
  leaf_kappa: number;
};
export type BatchLine = {
  favor?: "precision" | "balanced" | "recall" | null;
  comments?: boolean | null;
  select?: Array<string> | null;
  exclude?: Array<string> | null;
  visible?: "page" | "reader" | "screen" | null;
  sites?: boolean | null;
  wait_for?: string | null;
  title?: boolean | null;
  links?: "inline" | "references" | "none" | null;
  clean_links?: boolean | null;
  images?: boolean | null;
  tables?: boolean | null;
  repeat_spans?: boolean | null;
  alerts?: boolean | null;
  formatting?: boolean | null;
  heading_offset?: number | null;
  width?: number | null;
  images_summary?: boolean | null;
  links_summary?: boolean | null;
  front_matter?: boolean | null;
  max_tokens?: number | null;
  query?: string | null;
  section?: string | null;
  start?: number | null;
  whole_page?: boolean | null;
  posts?: boolean | null;
  places?: boolean | null;
  formats?: Array<"text" | "markdown" | "html" | "json" | "cleaneval" | "tei" | "csv">;
  extractor?: string;
  render?: "auto" | "always" | "never" | null;
  keep?: Array<string>;
  drop?: Array<string>;
  html?: string | null;
  url?: string | null;
  http_status?: number | null;
  id?: string | number | null;
};
export type Block = {
  leaves: Array<number>;
  tag: string;
  text_range: [number, number] | null;
  markdown_range: [number, number] | null;
};
export type Bookmarklet = {
  address: string;
};
export type Cell = {
  position: number;
  raw: number;
  smoothed: number;
  leaves: Array<number>;
  text: string;
};
export type CheckAnswer = {
  kind: "rule" | "template" | "mountain-site" | "summit";
  pages: Array<CheckedPage>;
  before: number | null;
  after: number | null;
  worse: Array<string>;
  needs: string | null;
  preview: string;
};
export type CheckRequest = {
  kind: "rule" | "template" | "mountain-site" | "summit";
  annotator?: string | null;
};
export type CheckedPage = {
  id: string;
  name: string;
  before: number;
  after: number | null;
};
export type CompareAnswer = {
  answers: Array<ComparedAnswer>;
  agreement: Array<ExtractorPair>;
  presets: Record<string, Array<string>>;
};
export type ComparedAnswer = {
  extractor: string;
  keep: Array<number>;
  words: number;
  only: Array<number>;
  only_words: number;
  confidence: number | null;
  status: string | null;
  seconds: number;
  unavailable: string | null;
  remarks: Array<string>;
};
export type CorrectionInfo = {
  annotator: string;
  made: string;
  keep: Array<number>;
  selected: Array<string>;
  deselected: Array<string>;
  extractor: string;
  word_f1: number;
  seconds: number | null;
  title: string | null;
  stale: Array<string>;
};
export type CorrectionList = {
  corrections: Array<CorrectionInfo>;
};
export type CrawlRequest = {
  favor?: "precision" | "balanced" | "recall" | null;
  comments?: boolean | null;
  select?: Array<string> | null;
  exclude?: Array<string> | null;
  visible?: "page" | "reader" | "screen" | null;
  sites?: boolean | null;
  wait_for?: string | null;
  title?: boolean | null;
  links?: "inline" | "references" | "none" | null;
  clean_links?: boolean | null;
  images?: boolean | null;
  tables?: boolean | null;
  repeat_spans?: boolean | null;
  alerts?: boolean | null;
  formatting?: boolean | null;
  heading_offset?: number | null;
  width?: number | null;
  images_summary?: boolean | null;
  links_summary?: boolean | null;
  front_matter?: boolean | null;
  max_tokens?: number | null;
  query?: string | null;
  section?: string | null;
  start?: number | null;
  whole_page?: boolean | null;
  posts?: boolean | null;
  places?: boolean | null;
  formats?: Array<"text" | "markdown" | "html" | "json" | "cleaneval" | "tei" | "csv">;
  extractor?: string;
  render?: "auto" | "always" | "never" | null;
  keep?: Array<string>;
  drop?: Array<string>;
  url?: string | null;
  resume?: string | null;
  max_pages?: number | null;
  max_depth?: number;
  whole_host?: boolean;
  sitemap?: boolean;
  include?: Array<string>;
  skip?: Array<string>;
};
export type EntryAddress = {
  url: string;
};
export type EntryInfo = {
  url: string;
  title: string;
};
export type EntryList = {
  entries: Array<EntryInfo>;
};
export type Event = {
  name?: string | null;
  start?: string | null;
  end?: string | null;
  place?: string | null;
  address?: string | null;
  organizer?: string | null;
  performer?: string | null;
  status?: string | null;
  price?: number | null;
  currency?: string | null;
};
export type ExtractAnswer = {
  url: string | null;
  extractor: string;
  status: "ok" | "nothing" | "shell" | "blocked" | "error" | "not-html";
  status_meaning: string;
  confidence: number | null;
  page_type: string | null;
  carrier: string | null;
  cuts: Array<string>;
  remarks: Array<string>;
  hidden: Array<HiddenText>;
  suspicious: Array<SuspiciousPassage>;
  metadata: PageMetadata;
  formats: Record<string, string>;
  seconds: number;
};
export type ExtractRequest = {
  favor?: "precision" | "balanced" | "recall" | null;
  comments?: boolean | null;
  select?: Array<string> | null;
  exclude?: Array<string> | null;
  visible?: "page" | "reader" | "screen" | null;
  sites?: boolean | null;
  wait_for?: string | null;
  title?: boolean | null;
  links?: "inline" | "references" | "none" | null;
  clean_links?: boolean | null;
  images?: boolean | null;
  tables?: boolean | null;
  repeat_spans?: boolean | null;
  alerts?: boolean | null;
  formatting?: boolean | null;
  heading_offset?: number | null;
  width?: number | null;
  images_summary?: boolean | null;
  links_summary?: boolean | null;
  front_matter?: boolean | null;
  max_tokens?: number | null;
  query?: string | null;
  section?: string | null;
  start?: number | null;
  whole_page?: boolean | null;
  posts?: boolean | null;
  places?: boolean | null;
  formats?: Array<"text" | "markdown" | "html" | "json" | "cleaneval" | "tei" | "csv">;
  extractor?: string;
  render?: "auto" | "always" | "never" | null;
  keep?: Array<string>;
  drop?: Array<string>;
  html?: string | null;
  url?: string | null;
  http_status?: number | null;
};
export type ExtractionAnswer = {
  url: string | null;
  extractor: string;
  status: "ok" | "nothing" | "shell" | "blocked" | "error" | "not-html";
  status_meaning: string;
  confidence: number | null;
  page_type: string | null;
  carrier: string | null;
  cuts: Array<string>;
  remarks: Array<string>;
  hidden: Array<HiddenText>;
  suspicious: Array<SuspiciousPassage>;
  metadata: PageMetadata;
  advice: Array<string>;
  confidence_words: string | null;
  title: string | null;
  seconds: number;
  words: number;
  visible_words: number;
  leaves: number;
  keep: Array<number>;
  scores: Array<number> | null;
  blocks: Array<Block>;
  formats: Record<string, string>;
};
export type ExtractorInfo = {
  name: string;
  summary: string;
  needs: string | null;
  fitted_by: string | null;
};
export type ExtractorList = {
  default: string;
  extractors: Array<ExtractorInfo>;
};
export type ExtractorPair = {
  first: string;
  second: string;
  word_f1: number;
};
export type FeedAnswer = {
  feeds: Array<FeedInfo>;
};
export type FeedInfo = {
  id: string;
  url: string;
  title: string;
  added: string;
  fetched: string | null;
  problem: string | null;
  waiting: number;
};
export type FeedList = {
  opml: string;
};
export type FieldError = {
  where: string;
  detail: string;
};
export type FormatInfo = {
  name: string;
  media_type: string;
  suffix: string;
  summary: string;
  options: Array<string>;
};
export type FormatList = {
  default: string;
  formats: Array<FormatInfo>;
};
export type Health = {
  status: "ok";
  version: string;
};
export type HiddenText = {
  text: string;
  reason: string;
};
export type HighlightInfo = {
  id: string;
  made: string;
  exact: string;
  prefix: string;
  suffix: string;
  start: number;
  note: string;
};
export type HighlightList = {
  highlights: Array<HighlightInfo>;
};
export type HighlightNote = {
  note: string;
};
export type KeepAnswer = {
  kind: "rule" | "template" | "mountain-site" | "summit";
  pages: Array<CheckedPage>;
  before: number | null;
  after: number | null;
  worse: Array<string>;
  needs: string | null;
  preview: string;
  learnt: LearntInfo;
};
export type KeepRequest = {
  kind: "rule" | "template" | "mountain-site" | "summit";
  annotator?: string | null;
  force?: boolean;
};
export type KindInfo = {
  kind: "rule" | "template" | "mountain-site" | "summit";
  label: string;
  summary: string;
  advice: string;
};
export type LabelAnswer = {
  labels: Array<-1 | 0 | 1>;
  marks: MarkedRows;
};
export type LearntInfo = {
  kind: "rule" | "template" | "mountain-site" | "summit";
  made: string;
  pages: number;
  f1_before: number | null;
  f1_after: number | null;
};
export type MappedLink = {
  url: string;
  text: string;
};
export type MarkedRows = {
  selected: Array<number>;
  deselected: Array<number>;
};
export type MountainAnswer = {
  cells: Array<Cell>;
  length: number;
  primary_threshold: number;
  peak_threshold: number;
  ridges: Array<Ridge>;
};
export type NewClips = {
  favor?: "precision" | "balanced" | "recall" | null;
  comments?: boolean | null;
  select?: Array<string> | null;
  exclude?: Array<string> | null;
  visible?: "page" | "reader" | "screen" | null;
  sites?: boolean | null;
  wait_for?: string | null;
  extractor?: string;
  corrected?: boolean;
  annotator?: string | null;
  pages: Array<string>;
  format?: "epub" | "markdown" | "html" | "text" | "jsonl";
  title?: string | null;
};
export type NewCorrection = {
  keep: Array<number>;
  annotator?: string;
  seconds?: number | null;
  title?: string | null;
  extractor?: string;
};
export type NewFeed = {
  url: string;
};
export type NewHighlight = {
  exact: string;
  prefix?: string;
  suffix?: string;
  start?: number;
  note?: string;
};
export type NewResources = {
  pictures?: boolean;
};
export type NewRun = {
  path: string;
};
export type OpenRow = {
  file: string;
};
export type PageInfo = {
  id: string;
  name: string;
  url: string | null;
  site: string;
  title: string | null;
  added: string;
  opened: string;
  bytes: number;
  status: string | null;
  status_meaning: string | null;
  confidence: number | null;
  confidence_words: string | null;
  page_type: string | null;
  words: number | null;
  leaves: number | null;
  corrected: boolean;
  annotators: Array<string>;
  tags: Array<string>;
  unread: boolean;
  archived: boolean;
  excerpt?: string | null;
};
export type PageList = {
  pages: Array<PageInfo>;
  total: number;
};
export type PageMetadata = {
  title: string | null;
  authors: Array<string>;
  date: string | null;
  modified: string | null;
  site_name: string | null;
  language: string | null;
  description: string | null;
  image: string | null;
  canonical_url: string | null;
  tags: Array<string>;
  hostname: string | null;
  section: string | null;
  categories: Array<string>;
  license: string | null;
  access: string | null;
  word_count: number | null;
  reading_minutes: number | null;
  product: Product | null;
  recipe: Recipe | null;
  event: Event | null;
  video: Video | null;
};
export type ProblemDocument = {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: Array<FieldError> | null;
};
export type Product = {
  name?: string | null;
  brand?: string | null;
  price?: number | null;
  currency?: string | null;
  availability?: string | null;
  sku?: string | null;
  gtin?: string | null;
  rating?: number | null;
  rating_count?: number | null;
};
export type QueueAnswer = {
  pages: Array<PageInfo>;
  done: number;
  total: number;
  second: SecondLook;
};
export type ReadingState = {
  archived?: boolean | null;
  unread?: boolean | null;
  tags?: Array<string> | null;
};
export type ReasonInfo = {
  name: string;
  words: string;
  value: number | null;
  effect: number | null;
};
export type Recipe = {
  name?: string | null;
  ingredients?: Array<string>;
  steps?: Array<string>;
  prep_minutes?: number | null;
  cook_minutes?: number | null;
  total_minutes?: number | null;
  yields?: string | null;
};
export type ResourceAnswer = {
  styles: number;
  styles_stored: number;
  pictures: number;
  pictures_stored: number;
  problems: Array<ResourceProblem>;
  files: Record<string, string>;
};
export type ResourceProblem = {
  url: string;
  problem: string;
};
export type Ridge = {
  first: number;
  last: number;
  primary: boolean;
  height: number;
  width: number;
  rp: number;
  cp: number;
};
export type RuleBody = {
  select?: Array<string>;
  exclude?: Array<string>;
  title?: Array<string>;
  author?: Array<string>;
  date?: Array<string>;
};
export type RuleList = {
  rules: Array<SiteRule>;
};
export type RunErrors = {
  kind: string;
  examples: Array<RunRow>;
};
export type RunInfo = {
  id: string;
  path: string;
  opened: string;
};
export type RunList = {
  runs: Array<RunInfo>;
};
export type RunOverview = {
  path: string;
  extractors: Array<string>;
  fields: Array<string>;
  is_running: boolean;
  pages: number;
  rows: number;
  filtered: number;
  parts: number;
  statuses: Record<string, number>;
  error_kinds: Record<string, number>;
  skipped: Record<string, number>;
  troubles: Array<string>;
  confidence: Array<number> | null;
  sites: Array<RunSite>;
  site_count: number;
  types: Record<string, number> | null;
  slowest: Array<RunRow> | null;
  seconds: number | null;
  errors: Array<RunErrors>;
};
export type RunRow = {
  n: string;
  id?: string | null;
  url?: string | null;
  source?: string | null;
  offset?: number | null;
  http_status?: number | null;
  status?: string | null;
  error?: string | null;
  title?: string | null;
  date?: string | null;
  language?: string | null;
  page_type?: string | null;
  confidence?: number | null;
  seconds?: number | null;
};
export type RunRows = {
  rows: Array<RunRow>;
  total: number;
};
export type RunSite = {
  site: string;
  pages: number;
};
export type SecondLook = {
  pages: Array<PageInfo>;
  total: number;
};
export type SiteInfo = {
  site: string;
  pages: number;
  corrected: number;
  learnt: Array<LearntInfo>;
};
export type SiteList = {
  sites: Array<SiteInfo>;
  kinds: Array<KindInfo>;
};
export type SiteMap = {
  url: string;
  links: Array<MappedLink>;
  total: number;
};
export type SiteRule = {
  select?: Array<string>;
  exclude?: Array<string>;
  title?: Array<string>;
  author?: Array<string>;
  date?: Array<string>;
  site: string;
};
export type Structure = {
  leaves: Array<number>;
  texts: Array<string>;
  passages: Array<[number, number]>;
  passage_texts: Array<string>;
  parents: Array<number>;
  ends: Array<number>;
  tags: Array<string>;
};
export type SuspiciousPassage = {
  passage: string;
  reason: string;
};
export type TagCount = {
  name: string;
  pages: number;
};
export type TagList = {
  tags: Array<TagCount>;
};
export type Video = {
  name?: string | null;
  url?: string | null;
  embed_url?: string | null;
  thumbnail?: string | null;
  seconds?: number | null;
  uploaded?: string | null;
};
export type WhyAnswer = {
  leaf: number;
  text: string;
  extractor: string;
  probability: number | null;
  kept: boolean;
  reasons: Array<ReasonInfo>;
};
export type Answer<Request extends string> =
  Request extends `POST /v1/runs/${string}/rows/${string}/open` ? PageInfo :
  Request extends `PUT /v1/pages/${string}/highlights/${string}` ? null :
  Request extends `DELETE /v1/pages/${string}/highlights/${string}` ? null :
  Request extends `DELETE /v1/sites/${string}/learnt/${string}` ? null :
  Request extends `POST /v1/feeds/${string}/entries` ? EntryList :
  Request extends `POST /v1/feeds/${string}/pages` ? PageInfo :
  Request extends `GET /v1/pages/${string}/compare` ? CompareAnswer :
  Request extends `POST /v1/pages/${string}/corrections` ? CorrectionInfo :
  Request extends `PUT /v1/pages/${string}/corrections` ? CorrectionInfo :
  Request extends `GET /v1/pages/${string}/corrections` ? CorrectionList :
  Request extends `DELETE /v1/pages/${string}/corrections` ? null :
  Request extends `GET /v1/pages/${string}/extraction` ? ExtractionAnswer :
  Request extends `GET /v1/pages/${string}/highlights` ? HighlightList :
  Request extends `POST /v1/pages/${string}/highlights` ? HighlightInfo :
  Request extends `GET /v1/pages/${string}/labels` ? LabelAnswer :
  Request extends `GET /v1/pages/${string}/mountain` ? MountainAnswer :
  Request extends `PUT /v1/pages/${string}/reading` ? PageInfo :
  Request extends `GET /v1/pages/${string}/resources` ? ResourceAnswer :
  Request extends `POST /v1/pages/${string}/resources` ? ResourceAnswer :
  Request extends `GET /v1/pages/${string}/structure` ? Structure :
  Request extends `GET /v1/pages/${string}/why` ? WhyAnswer :
  Request extends `GET /v1/runs/${string}/rows` ? RunRows :
  Request extends `POST /v1/sites/${string}/check` ? CheckAnswer :
  Request extends `POST /v1/sites/${string}/learnt` ? KeepAnswer :
  Request extends `GET /v1/annotation/agreement` ? AgreementAnswer :
  Request extends `GET /v1/annotation/queue` ? QueueAnswer :
  Request extends `POST /v1/feeds/opml` ? FeedAnswer :
  Request extends `DELETE /v1/feeds/${string}` ? null :
  Request extends `GET /v1/pages/${string}` ? PageInfo :
  Request extends `DELETE /v1/pages/${string}` ? null :
  Request extends `GET /v1/rules/${string}` ? SiteRule :
  Request extends `PUT /v1/rules/${string}` ? SiteRule :
  Request extends `DELETE /v1/rules/${string}` ? null :
  Request extends `GET /v1/runs/${string}` ? RunOverview :
  Request extends `GET /r/${string}` ? ExtractAnswer :
  Request extends `GET /studio/bookmarklet` ? Bookmarklet :
  Request extends `POST /v1/extract` ? ExtractAnswer :
  Request extends `GET /v1/extractors` ? ExtractorList :
  Request extends `GET /v1/feeds` ? FeedAnswer :
  Request extends `POST /v1/feeds` ? FeedInfo :
  Request extends `GET /v1/formats` ? FormatList :
  Request extends `GET /v1/map` ? SiteMap :
  Request extends `POST /v1/pages` ? PageInfo :
  Request extends `GET /v1/pages` ? PageList :
  Request extends `GET /v1/rules` ? RuleList :
  Request extends `GET /v1/runs` ? RunList :
  Request extends `POST /v1/runs` ? RunInfo :
  Request extends `GET /v1/sites` ? SiteList :
  Request extends `GET /v1/tags` ? TagList :
  Request extends `GET /health` ? Health :
  never;

export type Body<Request extends string> =
  Request extends `POST /v1/runs/${string}/rows/${string}/open` ? OpenRow | null :
  Request extends `PUT /v1/pages/${string}/highlights/${string}` ? HighlightNote :
  Request extends `POST /v1/feeds/${string}/pages` ? EntryAddress :
  Request extends `POST /v1/pages/${string}/corrections` ? NewCorrection :
  Request extends `PUT /v1/pages/${string}/corrections` ? NewCorrection :
  Request extends `POST /v1/pages/${string}/highlights` ? NewHighlight :
  Request extends `PUT /v1/pages/${string}/reading` ? ReadingState :
  Request extends `POST /v1/pages/${string}/resources` ? NewResources :
  Request extends `POST /v1/sites/${string}/check` ? CheckRequest :
  Request extends `POST /v1/sites/${string}/learnt` ? KeepRequest :
  Request extends `POST /v1/feeds/opml` ? FeedList :
  Request extends `PUT /v1/rules/${string}` ? RuleBody :
  Request extends `POST /v1/clips` ? NewClips :
  Request extends `POST /v1/crawl` ? CrawlRequest :
  Request extends `POST /v1/extract` ? ExtractRequest :
  Request extends `POST /v1/feeds` ? NewFeed :
  Request extends `POST /v1/pages` ? {
  html?: string | null;
  url?: string | null;
  name?: string | null;
  render?: boolean;
} :
  Request extends `POST /v1/runs` ? NewRun :
  never;
