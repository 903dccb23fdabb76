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
    if [[ $previous == --socket || $command == backup && $current != -* ]]; then
        COMPREPLY=($(compgen -f -- "$current"))
        return
    fi
    case $command in
        '') words='add recall search check explain-absent get list grep facts archive restore sessions import note notes layers pin unpin promote demote contexts summaries jobs summarize consolidate health-check quality-probe canary maintenance verify audit backup status health info metrics config reload describe call help --version' ;;
        add) words='--source --created --session' ;;
        recall) words='-k --order --subject --predicate --object --include-faded --no-boost --explain --session' ;;
        search) words='-k --kind --project --since --until --no-boost --explain --session' ;;
        check) words='-k --no-boost --explain --session' ;;
        explain-absent) words='-k --session' ;;
        get) words='--from --lines --session' ;;
        list) words='audit facts jobs notes sessions --limit --after --all' ;;
        grep) words='-i --ignore-case --limit --session' ;;
        facts) words='--subject --predicate --object --archived --limit --after --all' ;;
        archive) words='--reason' ;;
        restore) words='' ;;
        sessions) words='--agent --limit --after --all' ;;
        import) words='--agent --project' ;;
        note) words='--slug --remember --critical --pin --session' ;;
        notes) words='--limit --after --all' ;;
        layers) words='' ;;
        pin) words='' ;;
        unpin) words='' ;;
        promote) words='' ;;
        demote) words='' ;;
        contexts) words='save load search stats predict recalculate prune restore --project --limit --source --tag --dry-run --session' ;;
        summaries) words='status inspect assemble --level --limit --session' ;;
        jobs) words='list claim submit release --kind --lease --session' ;;
        summarize) words='-n --dry-run' ;;
        consolidate) words='-n --dry-run' ;;
        health-check) words='-n --dry-run' ;;
        quality-probe) words='-n --dry-run' ;;
        canary) words='add run history -n --limit' ;;
        maintenance) words='clean compress consolidate decay health-check hygiene index prune quality-probe rebuild reconcile summarize tiers -n --dry-run' ;;
        verify) words='--repair' ;;
        audit) words='list show diff verify --at --since --limit --after --session' ;;
        backup) words='' ;;
        status) words='' ;;
        health) words='' ;;
        info) words='' ;;
        metrics) words='' ;;
        config) words='' ;;
        reload) words='' ;;
        describe) words='' ;;
        call) words='' ;;
        help) words='add recall search check explain-absent get list grep facts archive restore sessions import note notes layers pin unpin promote demote contexts summaries jobs summarize consolidate health-check quality-probe canary maintenance verify audit backup status health info metrics config reload describe call help' ;;
    esac
    case $command:$previous in
        recall:--order) words='activation relevance' exact=1 ;;
        search:--kind) words='context daily fact hot log message note summary' exact=1 ;;
        summaries:--level) words='L1 L2 L3' exact=1 ;;
        jobs:--kind) words='condense daily leaf merge' exact=1 ;;
    esac
    [[ $exact ]] || words="$words --socket --json --timeout --help"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _memoryctl memoryctl
