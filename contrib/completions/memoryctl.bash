# Made by `make generated`; do not edit.
_memoryctl() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= exact= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --socket | --timeout) ((i++)) ;;
        -*) ;;
        *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    if [[ $previous == --socket || $command == @(grep|export|backup|restore-backup|setup-data) && $current != -* ]]; then
        return
    fi
    case $command in
        '') words='add recall search check explain-absent why get list grep facts archive restore purge sessions quarantine hook items import export note notes layers pin unpin promote demote brief contexts summaries jobs projects summarize consolidate health-check quality-probe canary maintenance verify audit backup restore-backup setup-data downgrade status health doctor top report info metrics config model reload describe call help --version' ;;
        add) words='--source --created --session' ;;
        recall) words='-k --order --subject --predicate --object --include-faded --project --as-of --include-superseded --precise --no-boost --explain --session' ;;
        search) words='-k --kind --project --since --until --as-of --include-superseded --path --layer --in-session --agent --role --max-chars --max-tokens --offset --precise --no-boost --explain --session' ;;
        check) words='-k --precise --no-boost --explain --session' ;;
        explain-absent) words='-k --session' ;;
        why) words='--session' ;;
        get) words='--from --lines --session' ;;
        list) words='audit contexts facts items jobs notes projects quarantine sessions --limit --after --all' ;;
        grep) words='-i --ignore-case --limit --session' ;;
        facts) words='--subject --predicate --object --archived --superseded --as-of --conflicts --limit --after --all' ;;
        archive) words='--reason' ;;
        restore) words='' ;;
        purge) words='--subject --query --tombstones --dry-run --receipt' ;;
        sessions) words='--agent --last --role --pop --clear --limit --after --all' ;;
        quarantine) words='list release -n --limit' ;;
        hook) words='claude-code codex install uninstall --file --yes' ;;
        items) words='put get delete list search --parse --ttl --no-index --if-absent --filter --offset --limit --after --all --session' ;;
        import) words='memoryd openclaw claude-code codex chatgpt claude server-memory mem0 mcp-memory-service triples basic-memory vm-memory-oracle layered-memory-manager --dry-run --agent --project --audience' ;;
        export) words='--format --force' ;;
        note) words='--slug --remember --critical --pin --session' ;;
        notes) words='--limit --after --all' ;;
        layers) words='' ;;
        pin) words='' ;;
        unpin) words='' ;;
        promote) words='' ;;
        demote) words='' ;;
        brief) words='--project --budget --session' ;;
        contexts) words='save load search stats predict recalculate prune restore --project --limit --source --tag --dry-run --session' ;;
        summaries) words='tree status inspect assemble --level --limit --text --session' ;;
        jobs) words='list claim renew submit release --kind --lease --session' ;;
        projects) words='list move' ;;
        summarize) words='-n --dry-run' ;;
        consolidate) words='-n --dry-run' ;;
        health-check) words='-n --dry-run' ;;
        quality-probe) words='-n --dry-run' ;;
        canary) words='add run history -n --limit' ;;
        maintenance) words='clean compress consolidate decay health-check hygiene index prune quality-probe rebuild reconcile summarize tiers -n --dry-run' ;;
        verify) words='--repair' ;;
        audit) words='list show diff verify --at --since --limit --after --session' ;;
        backup) words='--into --keep --drill' ;;
        restore-backup) words='--data --tombstones' ;;
        setup-data) words='--unit' ;;
        downgrade) words='--data' ;;
        status) words='' ;;
        health) words='--all --nagios' ;;
        doctor) words='--config' ;;
        top) words='-d --delay -n --count' ;;
        report) words='-o --output --most' ;;
        info) words='' ;;
        metrics) words='--prometheus -o --output --label' ;;
        config) words='' ;;
        model) words='install check --name --to' ;;
        reload) words='' ;;
        describe) words='' ;;
        call) words='' ;;
        help) words='add recall search check explain-absent why get list grep facts archive restore purge sessions quarantine hook items import export note notes layers pin unpin promote demote brief contexts summaries jobs projects summarize consolidate health-check quality-probe canary maintenance verify audit backup restore-backup setup-data downgrade status health doctor top report info metrics config model reload describe call help' ;;
    esac
    case $command:$previous in
        recall:--order) words='activation relevance' exact=1 ;;
        search:--kind) words='context daily fact hot log message note summary' exact=1 ;;
        search:--role) words='user assistant system tool' exact=1 ;;
        sessions:--role) words='user assistant system tool' exact=1 ;;
        import:--audience) words='shared private' exact=1 ;;
        export:--format) words='jsonl zip markdown server-memory mem0' exact=1 ;;
        summaries:--level) words='L1 L2 L3' exact=1 ;;
        jobs:--kind) words='condense daily leaf merge settle' exact=1 ;;
    esac
    [[ $exact ]] || words="$words --socket --json --timeout --help"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# What nothing here matches is the name of a file.
complete -o default -F _memoryctl memoryctl
