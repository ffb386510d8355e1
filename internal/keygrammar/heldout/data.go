package heldout

import "strings"

// The lists are made up for this part, from what such tables are about.

func firstNames() []string {
	return strings.Fields("aaliyah adrian agnes aiko alejandro amara anders anouk arjun beatriz bilal bogdan camille chidi chloe dariusz dmitri ebba eduardo elif emeka esra farah fatima felix fiona giulia grace hamza hana henrik hiro imani ines isla ivan jada jasper joana jun kai kamila kofi lars leila liam ling lucia magnus mai malik marek mateo mei mikael mila nadia naomi nils noor olga omar oskar paolo petra priya quentin rafael rania ravi rosa ruben saba samir sana sofia stefan sven tariq tomas uma valeria viktor wanda wei xenia yara yuki zainab zoe")
}

func surnames() []string {
	return strings.Fields("abe adeyemi ahmed alvarez andersson bauer becker brown carvalho chen cruz diaz dubois eriksen fernandes fischer fontaine garcia gomez gupta haddad hansen hernandez hoang horvat hughes ito ivanova jansen jensen johnson kaya khan kim kovac kowalski kumar laine larsen lee lopez martin mendes meyer moreau mueller murphy nakamura ndiaye nguyen novak nowak okafor olsen ortiz osei park patel peeters petrov popescu ramos ricci rossi santos sato schmidt silva singh smith sokolov svensson takahashi tanaka torres tran varga vega virtanen wang weber wilson wong yamada yilmaz zhang")
}

func cities() []string {
	return strings.Fields("accra amsterdam athens auckland austin bangalore bangkok barcelona beirut berlin bogota boston brussels budapest cairo casablanca chennai chicago copenhagen dakar dallas delhi denver dubai dublin hamburg hanoi helsinki houston istanbul jakarta karachi kyiv lagos lima lisbon london lyon madrid manila melbourne miami milan montreal mumbai munich nairobi osaka oslo paris phoenix porto prague quito riga rome santiago seattle seoul shanghai singapore sofia stockholm sydney taipei tallinn tokyo toronto tunis turin vienna vilnius warsaw zagreb zurich")
}

func countries() []string {
	return strings.Fields("AR AT AU BE BR CA CH CL CN CO CZ DE DK EG ES FI FR GB GR HU ID IE IL IN IT JP KE KR MX MY NG NL NO NZ PE PH PL PT RO SA SE SG TH TR TW UA US VN ZA")
}

func currencies() []string {
	return strings.Fields("AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF INR JPY KRW MXN NOK NZD PLN SEK SGD TRY USD ZAR")
}

func tickers() []string {
	return strings.Fields("AAPL ABNB ADBE AMD AMZN AVGO BA BAC BABA C CAT COST CRM CSCO CVX DIS F GE GM GOOG GS HD HON IBM INTC JNJ JPM KO LLY LMT MA MCD META MMM MRK MS MSFT NFLX NKE NVDA ORCL PEP PFE PG PYPL QCOM SBUX SHOP SPOT SQ T TGT TSLA TXN UBER UNH UPS V VZ WFC WMT XOM")
}

func services() []string {
	return strings.Fields("account auth basket billing catalog checkout config consent delivery discovery email export feed gateway identity import inventory ledger loyalty media metering notification offer order payment pricing profile quota ranking recommendation refund reporting returns review scheduler search session shipping stock subscription support tax tracking translation upload wallet webhook wishlist")
}

func metrics() []string {
	return strings.Fields("cpu_idle cpu_user disk_free disk_io_time errors_total fan_rpm gc_pause heap_used http_5xx humidity iops latency_p50 latency_p99 load1 mem_rss net_rx net_tx open_fds pressure qps queue_depth restarts retries rtt swap_used temperature threads uptime voltage")
}

func events() []string {
	return strings.Fields("add_to_cart app_open ad_click ad_view comment crash download follow impression install invite like login logout mute page_view pause play purchase rate refund register remove rotate scroll search seek share signup skip subscribe tap uninstall unfollow update upgrade view_item wishlist_add zoom")
}

func regions() []string {
	return strings.Fields("us-east1 us-west2 us-central1 europe-west1 europe-west4 europe-north1 asia-east1 asia-south1 asia-northeast1 australia-southeast1 southamerica-east1 me-west1 africa-south1")
}

func airports() []string {
	return strings.Fields("AMS ARN ATL BCN BKK BOM BOS BRU CDG CGK CPH DEL DEN DFW DOH DUB DXB EWR EZE FCO FRA GRU HEL HKG HND IAD ICN IST JFK JNB KUL LAX LGW LHR LIS MAD MAN MEL MEX MIA MUC MXP NRT ORD OSL PEK PER PRG SEA SFO SIN SYD TPE VIE WAW YUL YVR YYZ ZRH")
}

func goods() []string {
	return strings.Fields("apron backpack ball bench blanket blender bottle bowl bracelet brush bucket candle carpet chair charger clock coat cup curtain desk drill fan fork glove guitar hammer hat headset helmet jacket jeans kettle keyboard knife ladder lamp laptop mirror mouse mug necklace notebook oven pan pen phone pillow plate printer puzzle racket ring rope rug sandal saw scarf shelf shirt shoe skirt sock sofa speaker spoon stool stove suitcase table tent toaster towel toy tripod umbrella vase wallet watch")
}

func topics() []string {
	return strings.Fields("astronomy baking ballet baseball beekeeping biology birding boxing ceramics chemistry chess cinema climbing coding cooking cricket cycling dance design diving drawing economics fashion film fishing football gardening geology golf gymnastics hiking history hockey jazz judo karate knitting literature math music networking opera origami painting philosophy photography physics poetry politics pottery robotics rowing rugby running sailing science sewing skating skiing soccer surfing swimming tennis theater travel volleyball weaving wine woodwork yoga zoology")
}

func tenants() []string {
	return strings.Fields("acme aperture bluth cyberdyne duff dunder gekko globex hooli initech kramerica massive monarch nakatomi ollivander oscorp paper piedpiper prestige rekall sirius soylent stark sterling tyrell umbrella vandelay vehement virtucon wayne wernham weyland wonka yoyodyne zorg")
}

func hosters() []string {
	return strings.Fields("alder birch cedar elmwood fernway harbor hillside juniper lakeview maple meadow northgate oakland orchard pinecrest redwood ridge riverside rowan sequoia southfork spruce summit sycamore tamarack valley walnut westbrook willow yarrow")
}

func tlds() []string { return strings.Fields("com com com org net io de fr co.uk com.br co.jp") }

func tables() []string {
	return strings.Fields("accounts addresses carts categories contacts countries coupons customers devices documents employees events files groups images invoices items jobs leads messages notes offers orders pages payments people permissions posts prices products projects refunds reports reviews roles sessions settings shipments stores tags tasks teams tickets tokens transactions users vendors visits votes")
}

func levels() []string { return strings.Fields("DEBUG ERROR FATAL INFO TRACE WARN") }

func sensors() []string {
	return strings.Fields("co2 humidity lux motion noise pm10 pm25 pressure rain smoke soil temp uv vibration voltage wind")
}

func languages() []string {
	return strings.Fields("ar cs da de el en es fi fr he hi hu id it ja ko nl no pl pt ro ru sv th tr uk vi zh")
}

func fruits() []string {
	return strings.Fields("apple apricot avocado banana blackberry blueberry cherry coconut cranberry currant date durian elderberry fig gooseberry grape grapefruit guava jackfruit kiwi kumquat lemon lime longan lychee mango melon mulberry nectarine olive orange papaya peach pear persimmon pineapple plum pomegranate quince raspberry strawberry tangerine watermelon")
}

func animals() []string {
	return strings.Fields("alpaca badger bat bear beaver bison boar camel cat cheetah cobra cougar coyote crane crow deer dingo dolphin donkey eagle elk emu falcon ferret finch fox frog gecko gibbon goat goose gorilla hare hawk heron hippo horse hyena ibex iguana jackal jaguar koala lemur leopard lion lizard llama lynx magpie marmot mole moose newt octopus otter owl panda parrot pelican penguin pigeon puma quail rabbit raven rhino robin salmon seal shark sheep sloth snail squid stork swan tapir tiger toad trout turtle viper walrus weasel whale wolf wombat yak zebra")
}

func adjectives() []string {
	return strings.Fields("agile amber ancient bold brave bright calm clever cosmic crimson dark deep eager early fancy fast fierce gentle giant golden grand happy hidden humble icy jolly keen kind lazy little loud lucky mellow mighty misty modern noble odd pale proud quick quiet rapid red royal rusty shy silent silver sleepy slow small smart solid sour spicy stormy sunny sweet swift tall tame tiny vivid warm wild wise witty young zesty")
}

func genres() []string {
	return strings.Fields("action arcade battle board card casual fighting idle moba platformer puzzle racing rhythm rpg sandbox shooter simulation sports stealth strategy survival trivia")
}

func units() []string {
	return strings.Fields("boiler chiller compressor conveyor crusher cutter dryer elevator feeder filter furnace gearbox generator kiln lathe mill mixer motor oven press pump reactor robot rotor scanner separator shredder turbine valve winder")
}
