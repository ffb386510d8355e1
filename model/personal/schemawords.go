package personal

// schemaWords are words that tables, families, columns and segments are called by: nouns of data, of trades and of
// machines, and their usual abbreviations. Words that name people more often than things are not among them.
const schemaWords = `abandoned ability able abort about above absent absolute abstract accept accepted access accessed
accessory accounts accounting accuracy acct ack acl act action actions activate activated activation active activity
actual actor ad adapter add added additional addr address addresses adjusted adjustment ads advance affiliate after
age agg aggregate aggregates air airline airport alarm album alert alerts alias aliases all alloc allocated allocation
allow allowed alt altitude altitudes alternate amount amounts amp an analysis analytics anchor and angle annotation
annotations annual anomaly answer any aperture api apn app append application applied apply approval approved apps apr
april archive archived area arg args arr array arrival article articles as asc asn assessment asset assets assigned
assignment assoc association at attachment attempt attempts attr attribute attributes attribution auction aud audience
audio audit auth authentication authority authorization auto availability available average avatar avg avro aug august
axis backend background backlog backup bad badge bag balance balloon balloons band bandwidth bank banner bar barcode
base baseline basic basket batch batches battery beacon bed before begin beginning behavior benchmark benefit best bet
beta bid big bill billed billing billings bin binary bios birth bit bitmap bits blob blobs block blocked blocks blood
board body bonus book booked booking bookings bool boolean boot border both bottom bounce bound bounds box branch
brand breakdown breadth bridge brightness broadcast browser bucket buckets budget buffer buffered bug build builds
building built bulk bundle burn burst bus business busy button buy bytes byte cache cached calc calendar call called
callback calls camera campaign campaigns can cancel canceled cancelled capacity capital caption capture car card cards
care cargo carrier cart case cases cash cat catalog categories category cause cc ccy cell cells cent cents center
central cert certificate cf cfg ch chain change changed changes channel channels chapter char characters charge
charged charges charging chart chat check checked checkin checkout checkpoint checks checksum chip chunk chunks cidr
circuit city claim claims class classes classification clean clear cleared clearing clicked click clicks clip clock
clone close closed closing closings cloud club cluster clusters cnt co code codec codes cohort cold coin collected
collection collections collector color colour col column columns com combo command commands comment comments commerce
commission commit commits common community company compare compat competition complaint complete completed completion
component components compressed compression compute computed con concat concentration concurrency condition conditions
conf confidence config configuration confirmed conflict conn connect connected connection connections consent const
constant constraint consumed consumer consumption contacts container containers content contents context contract
contracts control controller conversation conversion conversions convert converted cookie coord coordinates coords
copies copy copyright core cores corp corr correct corrected correction correlation cost costs count counted counter
counters country counts county coupon course courses cover coverage cpm cpu crash crawl crawled crc create created
creation creative creatives credential credentials credit credits criteria critical cron cross crs csrf css cum
cumulative cur currencies currency current cursor curve custom customers cutoff cv cvr cycle cycles daemon daily
damage dashboard data database dataset datastore datatype date dates datetime datum day days db dead deal deals death
debit debt debug dec december decimal decision declared declined decode deep default defaults defect deferred
definition degree degrees del delay delayed delete deleted deletion delivered deliveries delivery delta demand demo
demographic demographics density dep departed department departure depend dependencies dependency deployed deployment
deposit depth dept desc descr describe description descriptor design desired dest destination detail details detected
detection dev developer device devices dew diag diagnosis diagnostic diagnostics dialog dictionary diff difference
digest digit dim dimension dimensions dir direct direction directory dirty disabled disc discount discounts discovery
disk disks dispatch display distance distinct distribution district div dividend dns doc document documents
documentation dog dom domain domains done door dos double down downlink download downloaded downloads draft drive drop
dropped drops dst due dump duplicate duplicates duration durations dyn dynamic earliest earned earning earnings east
ecpm edge edges edit edited edition education effect effective efficiency elapsed elec electric electricity element
elements elev elevation elig eligible email emails embed embedding embeddings emission empty en enabled enc encoded
encoding encounter encrypted encryption end ended ending endpoint endpoints ends energy engagement engine enrolled
enrollment ent enter enterprise entities entity entries entropy entry enum env environment eod epoch equipment equity
err error errors escrow est estimate estimated eta etag etl eval evaluation event events evict evicted exact exam
example except exception exceptions exchange exclude excluded exec executed execution executor exists exit exp
expected expense expenses experiment experience expiration expire expired expires expiry explicit export exported
exposure expr expression ext extended extension external extra extract factor facility fact facts fail failed failure
failures fallback false families family fan fare farm fast fatal fault faults favorite fax feature features feb
february fee feed feedback feeds fees fetch fetched fiber field fields file filed filename files fill filled filter
filters final finance financial find finding findings fingerprint finish finished firmware first fiscal fix fixed fk
flag flagged flags flash flat fleet flight flights float floor flow flows flush folder folders follow followers
following follows font food foot footer for force forecast foreign forks form format forms formula forward found fps
fqdn fraction fragment frame frames framework fraud free freight freq frequency fri friday from front frozen fuel full
func function functions fund funds fx gain gains game games gap garden garbage gas gate gateway gauge gb gc gen gender
general generated generation generator genre genres geo geohash geom geometry ghz gid gift git given global gmt go
goal goals good goods gov gp gps gpu grade grades grant granted granularity graph grid gross ground group grouping
groups growth gsm guid gust handle handled handler hard hardware has hash hashed hashes hashtag hat head header
headers heading headline health heap heart heartbeat heat heating height heights held help hex hidden hide high
highest hint hints hist histogram history hit hits hold holding holdings holiday home homepage hook hop hops horizon
horizontal hospital host hosted hostname hostnames hosts hot hotel hour hourly hours house household housing hr html
http https hub humid humidity hwm hybrid ice icon id ids identifier identifiers identities identity idle idx if ignore
ignored image images imei impact imp import imported importance impression impressions imsi in inactive inbound inbox
incident incidents include included income incoming increment ind index indexed indexes indicator indicators industry
inflow info information ingest ingested ingestion inherited init initial inner input inputs insert inserted inspection
install installed instance instances instant instruction instrument instruments insurance int integer integration
intensity intent interaction interactions interest interests interface interfaces intermediate internal internet
interrupt interval intervals inv invalid inventory investment invite invoice invoices io iops ip ips irq is isbn iso
isp issue issued issuer issues it item items iteration itinerary jan january job jobs join joined journal json jul
july jump jun june kb kernel key keys keyword keywords kg kill kind kinds kit km known kpi kv kw kwh lab label labels
lag lambda lane lang language languages laps laptop large last lat late latency latest latitude launch layer layers
layout lb leader leaf learn lease leave ledger left leg legacy legal len length level levels lib library license
licence life lifecycle lifetime light lights like likes limit limited limits line lineage lines link linked links list
listed listener listing listings lists literal live lng load loaded loading loads loan loans loc local locale locality
location locations lock locked locks log logged logical login logins logo logout logs lon long longest longitude
lookup loop loss losses lost lot low lower lowest loyalty lte ltv mac machine machines magnetic magnitude mail mailbox
main maintenance major make map mapped mapping maps mar march margin marker market marketing markets mask master match
matched matches material math matrix mature maturity max maximum may mb mean measure measured measurement measurements
media median medical medication medium meeting mem membership members memory memusage mentions menu merchant merchants
merge merged merges message messages met meta metadata meter meters method methods metric metrics mfg mhz mid middle
migrated migration mileage mime min minimum minor mins minute minutes misc miss missed missing mission mixed mobile
mode model models moderation modification modified modifier module modules moisture mon monday monetary money monitor
monitoring month monthly months more morning mornings motion motor mount mounted move moved movement movie movies msg
msgs mtd mtu multi multiplier music mutation mv name named names namespace narrative nation national nationality
native natural nav navigation near need needed net netin netout network networks neighbor neighborhood neighbors new
newest news next night no node nodes noise nominal none noon normal normalized north not note notes notice
notification notifications notional nov november null num number numbers numeric object objects observation
observations observed occupancy occupation occurred occurrence oct october of off offer offered offers office official
offline offset offsets ok old oldest on online only open opened opening opens operating operation operations opinion
opp opt optimal optimized option optional options or order ordered ordering orders ordinal ore org organic
organization organizations orientation origin original os other others out outage outbound outcome outcomes outdoor
outer outflow outgoing outlet outlier output outputs outstanding over overall overdue overflow overhead override
overview own owned owners ownership pack package packages packed packet packets page pages pageview pageviews paid
pair pallet panel paper par paragraph parallel param parameter parameters params parents parking parse parsed part
partial participants partition partitions partner partners parts party pass passed passengers password passwords past
patch path paths patients pattern patterns pause paused pay payable payload payloads payment payments payout payroll
pct peak peer pen penalty pending per percent percentage percentile percentiles perf performance period periods perm
permission permissions permit persist persisted personal pf pharmacy phase phone phones photo photos php physical pick
picked pickup picture pid piece pin ping pixel pixels pk place placed placement places plain plan planned plans plant
plate platform platforms play played players playlist plays plot plugin plus pm pod pods point pointer points policies
policy poll pool pop popularity population port portal portfolio ports pos position positions positive post postal
posted poster posting posts potential power ppm pr precip precipitation precision predicate predicted prediction
predictions preference preferences preferred prefix premium prepared prescription presence present preset press
pressure pretty prev prevalence preview previous price priced prices pricing primary principal print prior priority
privacy private prob probability probe problem procedure proceeds process processed processes processing processor
procs prod produced producer product production products profile profiles profit program programs progress project
projected projects prominent promo promoted promotion prompt proof prop properties property proto protobuf protocol
provider providers provision proxy ps pub public publication publish published publisher pull pulled pulse purchase
purchased purchases purge purpose push pushed put qps qr qty quake qualified qualifier quality quantile quantities
quantity quarter quarterly queries query question questions queue queued queues quick quota quotas quote quoted quotes
radio radius rain ram random range ranges rank ranked ranking ranks rate rated rates rating ratings ratio ratios raw
reach reached reaction reactions read reader readers reading readings reads ready real realized reason reasons rebate
rec receipt receipts received receiver recent recipe recipients recommendation recommendations record recorded
recording records recovered recovery recurring red redirect reduce ref refer reference references referer referral
referrer refresh refreshed refund refunded refunds region regional regions register registered registration registry
regular reject rejected rel related relation relations relationship relationships relative relay release released
releases relevance reliability remaining remark remarks remote removed render rendered renewal renewed rent rental
repair repeat replace replaced replica replicas replication replied replies reply repo report reported reports
repository representation request requested requests required requirement reserve reserved reservation reset residence
resistance resolution resolved resolver resource resources response responses rest restart restarts restored
restricted result results resume retail retention retries retry return returned returns rev revenue revenues reverse
reversed review reviewed reviews revision revisions revoked reward rewards rf right rights ring risk risks road role
roles rollup room rooms root rotation round route routed router routes routing row rows rpc rpm rps rssi rt rtt rule
rules run running runs runtime rx safe safety salary sale sales salt same sample sampled samples sampling sat
satellite saturday save saved savings scale scan scanned scans schedule scheduled schedules schema schemas scheme
school science scope score scores screen screens script sdk sea search searched searches season seasonal seat seats
sec second secondary seconds secret section sections sector secure security see seed seen segment segments select
selected selection self sell selling sem semester send sensor sensors sent sentiment sentence sep sept september seq
sequence sequences serial series served server servers service services session sessions set sets setting settings
settled settlement setup severity sex sha shard shards share shared shares sheet shelf shift ship shipment shipments
shipped shipper shipping shop shopping short show shown side sign signal signals signature signatures signed signup
silver sim similar similarity simple sin since single sink site sites size sized sizes skew skill skills skip skipped
sku skus sla slave sleep slice slices slot slots slow slug small smart sms snap snapshot snapshots snippet snow soc
social socket soft software soil solar sold solution solved sort sorted sound source sources south spam span spans
spare spatial spec special specialty species specification spectrum speed spend spending spent spill spin split splits
sponsor sport sports spot spread sql squad square src ssd ssid ssl stack stage staging stale stall standard standing
star stars start started starting starts stat state statement states static station stations statistics stats status
statuses std stddev step steps stock stocks stop stopped stops storage store stored stores storm stream streams street
streets strength stress strict string strings stroke structure stub style sub subject subjects submission submit
submitted subnet subscribed subscribers subscription subscriptions subtitle subtotal subtype success successful suffix
suggested suggestion suite sum summaries summary sun sunday supplier supplies supply support supported surface surge
surname survey suspended swap switch switches symbol symbols symptom sync synced synonym sys system systems tab table
tables tablet tablets tag tagged tags tail taken tank target targets task tasks tax taxes taxi taxonomy team teams
tech technical technology tel telemetry telephone temp temperature temperatures template templates temporal temporary
tenants tenure term terminal terminated terms territory test tested testing tests text texture theme thermal thread
threads threshold thresholds throttled throughput thu thumb thumbnail thumbnails thursday tick ticker ticket tickets
ticks tier tiers tile tiles time timed timeline timeout timer times timestamp timestamps timezone tip tips title
titles tls tmp to today token tokens toll tool tools top topic topics topology total totals touch touched tour town
tpl trace traces track tracked tracker tracking tracks trade traded trades trading traffic trail train trained
training trans transaction transactions transcript transfer transferred transfers transform transit transition
translation transmission transport trash travel treatment tree trees trend trends trial trigger triggered trip trips
truck true truncated trunk trust tsv ttl tue tuesday turn tuple tv tweet tweets two tx txn txns txt type typed types
uid ui unique unit units universe unix unknown unlocked unread unresolved until up update updated updates updating
upgrade uplink upload uploaded uploads upper upstream uptime upvotes uri url urls usage usages use used users using
utc util utilization uuid vacation val valid validated validation validity value values valuation valve var variable
variables variance variant variants vat vec vector vectors vehicle vehicles velocity vendor vendors venue ver verb
verdict verification verified version versions vertical via vibration video videos view viewed viewer viewers views
violation violations viral virtual virus vis visibility visible visit visited visits vital vitals vlan vm voice void
vol volatility voltage volume volumes vote votes voucher vpc vpn wage wait waiting wakeup wallet wall war warehouse
warehouses warm warn warning warnings warranty waste watch watched water watermark watts wave way weather web webhook
website websites wed wednesday week weekday weekend weekly weeks weight weighted weights west wheel when where which
white whole wide widget width wifi wiki wikipedia win wind window windows wins winner wire wireless with within
without won word words work workers workflow working workload workspace world write writer writes written wrong xml
yaml year yearly years yes yesterday yield ytd zip zone zones zoom f q v cf1 fam meas attrs props evt evts desc1 ts ms
us ns tz sz cd nm dt fk pk rk hdr hdrs ref1 lvl mgr pwd rx sn sts seqno usr val1 pg pct px am are be do each else has
have he here how into its me my now one our she so some such than that the them then there these they this those three
under very was we were what who why will you your ms ok na ui qa bi ai ml hr it pr tv pc id os ip io db pm vs us uk eu
de fr es cpu gpu ram ssd usb lan wan dns tcp udp ssh ftp smtp api sdk cli url uri xml csv pdf png jpg gif svg mp3 zip
tar`
